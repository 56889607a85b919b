import "@fontsource-variable/inter/wght.css";
import latin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import "@fontsource-variable/jetbrains-mono/wght.css";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { preload } from "react-dom";

/**
 * Theme and fonts; once around the page, inside next-intl's provider. The choice of a theme is stored in the
 * browser as `theme`; the default is the system's preference.
 */
export function UiProviders({ nonce, children }: { nonce?: string; children: ReactNode }) {
  // Each text that the font reaches late is set again, with other line breaks.
  preload(latin, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
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
