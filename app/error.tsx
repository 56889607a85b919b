"use client";

import { ErrorScreen } from "@/components/shell/failure/lazy-screens";

export default function ErrorPage({ error }: { error: unknown }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <ErrorScreen error={error} />
    </div>
  );
}
