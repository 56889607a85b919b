import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { isSignedIn } from "@/app/auth/login/signed-in";
import { MoreTexts } from "@/components/language/more-texts";
import { SignInCard } from "@/components/session/sign-in-card";
import { SignalDiagram } from "@/components/session/signal-diagram";
import { LanguageMenu } from "@/components/shell/drawer/language-menu";
import { load } from "@/lib/operation/load";
import { getLoginOptions } from "@/lib/session/operations";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("session");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  if (await isSignedIn()) redirect("/");
  const [options, { error, ...rest }] = await Promise.all([load(getLoginOptions, {}), searchParams]);
  const query = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  return (
    <MoreTexts>
      <main className="relative isolate grid min-h-dvh place-items-center overflow-hidden px-4 py-10">
        <SignalDiagram />
        <SignInCard
          options={options}
          error={typeof error === "string" ? error : null}
          query={query.size > 0 ? `?${query}` : ""}
        />
        <div className="absolute bottom-4 w-48 max-sm:left-4 sm:right-4">
          <LanguageMenu collapsed={false} />
        </div>
      </main>
    </MoreTexts>
  );
}
