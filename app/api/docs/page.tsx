import { headers } from "next/headers";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { toGroups } from "@/app/api/docs/reference";
import { CopyButton } from "@/components/dialog/copy-button";
import { MoreTexts } from "@/components/language/more-texts";
import { ReferenceList } from "@/components/reference/reference-list";
import { Logo } from "@/components/shell/logo";
import { ThemeSwitch } from "@/components/theme/theme-switch";
import { describeOwnApi } from "@/lib/operation/openapi";
import { VERSION } from "@/lib/settings/version";

export async function generateMetadata() {
  const t = await getTranslations("reference");
  return { title: t("title") };
}

/** API reference, rendered from the document behind GET /api/openapi.json. It is public. */
export default function Page() {
  return (
    <MoreTexts>
      <Header />
      <ReferenceList intro={<Intro />} groups={toGroups(describeOwnApi(VERSION))} />
    </MoreTexts>
  );
}

async function Header() {
  const t = await getTranslations("reference");
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-3 bg-background px-4 shadow-[0_1px_var(--border)] min-[900px]:px-6">
      <Link href="/" prefetch={false} className="flex items-center gap-2 font-semibold">
        <Logo />
        {t("product")}
      </Link>
      <h1 className="text-muted-foreground">{t("title")}</h1>
      <a href="/api/openapi.json" className="ml-auto text-primary-text text-sm hover:underline">
        {t("document")}
      </a>
      <ThemeSwitch collapsed />
    </header>
  );
}

/** How to start: the two variables used by every example. */
async function Intro() {
  const t = await getTranslations("reference");
  const asked = await headers();
  const scheme = asked.get("x-forwarded-proto")?.split(",", 1)[0] ?? "http";
  const setUp = `export SIGNALBOX=${scheme}://${asked.get("host")} TOKEN=…`;
  return (
    <div className="grid grid-cols-1 gap-3 pt-6">
      <p className="max-w-prose text-muted-foreground">{t("intro")}</p>
      <div className="flex items-center justify-between gap-2 rounded-md border border-border bg-muted py-1 pr-1 pl-3">
        <code className="min-w-0 break-all font-mono text-xs">{setUp}</code>
        <CopyButton value={setUp} what="command" />
      </div>
    </div>
  );
}
