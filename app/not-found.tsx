import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundScreen } from "@/components/shell/failure/lazy-screens";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.notFound");
  return { title: t("title") };
}

export default function NotFound() {
  return (
    <div className="flex min-h-dvh flex-col">
      <NotFoundScreen />
    </div>
  );
}
