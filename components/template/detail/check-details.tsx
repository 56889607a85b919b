"use client";

import { type ReactNode, useState } from "react";
import { FireHistory } from "@/components/schedule/fire-history";
import type { CommitCheck } from "@/lib/template/schema";

type CheckDetailsProps = {
  check: Pick<CommitCheck, "id" | "project_id">;
  children: ReactNode;
};

/** An expandable commit check; its last results are fetched when it opens. */
export function CheckDetails({ check: { id, project_id: projectId }, children }: CheckDetailsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="group border-border">
      {children}
      {open && <FireHistory projectId={projectId} scheduleId={id} />}
    </details>
  );
}
