"use client";

import dynamic from "next/dynamic";
import "@/app/globals.css";

/** Loaded on demand, because it contains all texts. */
const RootFailure = dynamic(
  () => import("@/components/shell/failure/root-failure").then((module) => module.RootFailure),
  { ssr: false },
);

export default function GlobalError({ error }: { error: unknown }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <RootFailure error={error} />
      </body>
    </html>
  );
}
