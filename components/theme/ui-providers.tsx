import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";

/**
 * Theme and fonts; once around the page, inside next-intl's provider. The choice of a theme is stored in the
 * browser as `theme`; the default is the system's preference.
 */
export function UiProviders({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      storageKey="theme"
      disableTransitionOnChange
      nonce={nonce}
    >
      {children}
    </ThemeProvider>
  );
}
