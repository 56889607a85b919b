import { ThemeProvider as NextThemes } from "next-themes";
import type { ReactNode } from "react";

/** The choice is stored in the browser as `theme`; the default is the system's preference. */
export function ThemeProvider({ nonce, children }: { nonce?: string; children: ReactNode }) {
  return (
    <NextThemes
      attribute="class"
      defaultTheme="system"
      enableSystem
      storageKey="theme"
      disableTransitionOnChange
      nonce={nonce}
    >
      {children}
    </NextThemes>
  );
}
