"use client";

import { ErrorScreen } from "@/components/shell/failure/error-screen";

export default function ErrorPage({ error }: { error: unknown }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <ErrorScreen error={error} />
    </div>
  );
}
