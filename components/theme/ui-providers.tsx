import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import type { ReactNode } from "react";
import { ThemeProvider } from "@/components/theme/theme-provider";
import { Toasts } from "@/components/theme/toasts";
import { TooltipProvider } from "@/components/ui/tooltip";

/** Theme, fonts, tooltips and toasts; once around the page, inside next-intl's provider. */
export function UiProviders({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <ThemeProvider nonce={nonce}>
      <TooltipProvider>{children}</TooltipProvider>
      <Toasts />
    </ThemeProvider>
  );
}
