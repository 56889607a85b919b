import { ThemeProvider as NextThemes } from "next-themes";
import type { ReactNode } from "react";

/** The choice is kept in the browser under `theme`; without one the system's preference holds. */
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
