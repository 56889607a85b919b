import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import type { ReactNode } from "react";
import { ThemeProvider } from "@/components/theme/theme-provider";
import { Toasts } from "@/components/theme/toasts";

/** Theme, fonts and toasts; once around the page, inside next-intl's provider. */
export function UiProviders({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <ThemeProvider nonce={nonce}>
      {children}
      <Toasts />
    </ThemeProvider>
  );
}
