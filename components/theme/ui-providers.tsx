import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import type { ReactNode } from "react";
import { Symbols } from "@/components/theme/symbols";
import { ThemeProvider } from "@/components/theme/theme-provider";

/** Theme, fonts and drawings; once around the page, inside next-intl's provider. */
export function UiProviders({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <ThemeProvider nonce={nonce}>
      <Symbols />
      {children}
    </ThemeProvider>
  );
}
