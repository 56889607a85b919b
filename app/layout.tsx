import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import "@/app/globals.css";
import { Texts } from "@/components/language/texts";
import { EarlyInput, NoteInput } from "@/components/shell/early/early-input";
import { PrefetchFailure } from "@/components/shell/failure/lazy-screens";
import { PageSymbols } from "@/components/theme/page-symbols";
import { UiProviders } from "@/components/theme/ui-providers";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  return {
    title: { default: t("product"), template: `%s · ${t("product")}` },
    description: t("tagline"),
    robots: { index: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fcfcfd" },
    { media: "(prefers-color-scheme: dark)", color: "#0d1114" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const locale = await getLocale();
  return (
    // The theme script sets the class before React hydrates.
    <html lang={locale} suppressHydrationWarning>
      <body>
        <NoteInput nonce={nonce} />
        <Texts locale={locale}>
          <UiProviders nonce={nonce}>
            <PageSymbols />
            {children}
            <PrefetchFailure />
          </UiProviders>
        </Texts>
        <EarlyInput />
      </body>
    </html>
  );
}
