"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useState } from "react";
import { CreateContext, type StartCreating } from "@/components/create/create-context";
import type { LoadedForm } from "@/components/create/load-form";
import { useConsole } from "@/components/shell/console-context";

type Sheet = { id: number; open: boolean; form: LoadedForm };

/** Lets the selects of a page create what they lack: in a sheet over their form, which keeps its values. */
export function CreateProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const projectId = useConsole().project?.id ?? null;
  const [sheets, setSheets] = useState<Sheet[]>([]);

  const start: StartCreating = useCallback(
    async (request) => {
      if (projectId === null) return;
      const { loadSheet } = await import("@/components/create/load-form");
      const form = await loadSheet(projectId, request);
      setSheets((all) => [...all.filter(({ open }) => open), { id: newestId(all) + 1, open: true, form }]);
    },
    [projectId],
  );

  const toggle = (id: number, open: boolean) =>
    setSheets((all) => all.map((sheet) => (sheet.id === id ? { ...sheet, open } : sheet)));

  return (
    <CreateContext value={start}>
      {children}
      {sheets.map(({ id, open, form }, depth) => (
        <CreateContext key={id} value={depth === 0 ? start : null}>
          {form({ open, onOpenChange: (next) => toggle(id, next), onSaved: () => router.refresh() })}
        </CreateContext>
      ))}
    </CreateContext>
  );
}

const newestId = (sheets: Sheet[]): number => sheets.at(-1)?.id ?? 0;
