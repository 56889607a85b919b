"use client";

import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useCallback, useState } from "react";
import { CreateContext, type StartCreating } from "@/components/create/create-context";
import type { LoadedForm } from "@/components/create/load-form";
import { withTexts } from "@/components/language/loaded-texts";

/** `path`: of the screen that it is over. */
type Sheet = { id: number; path: string; open: boolean; form: LoadedForm };

type CreateProviderProps = { projectId: number; children: ReactNode };

/** Lets the selects below create what they lack: in a sheet over their form, which keeps its values. */
export function CreateProvider({ projectId, children }: CreateProviderProps) {
  const router = useRouter();
  const path = usePathname();
  const [sheets, setSheets] = useState<Sheet[]>([]);

  const start: StartCreating = useCallback(
    async (request) => {
      const { loadSheet } = await withTexts(import("@/components/create/load-form"));
      const form = await loadSheet(projectId, request);
      setSheets((all) => [...all.filter(({ open }) => open), { id: newestId(all) + 1, path, open: true, form }]);
    },
    [projectId, path],
  );

  const shown = sheets.filter((sheet) => sheet.path === path);
  const toggle = (id: number, open: boolean) =>
    setSheets((all) => all.map((sheet) => (sheet.id === id ? { ...sheet, open } : sheet)));

  return (
    <CreateContext value={start}>
      {children}
      {shown.map(({ id, open, form }, depth) => (
        <CreateContext key={id} value={depth === 0 ? start : null}>
          {form({ open, onOpenChange: (next) => toggle(id, next), onSaved: () => router.refresh() })}
        </CreateContext>
      ))}
    </CreateContext>
  );
}

const newestId = (sheets: Sheet[]): number => sheets.at(-1)?.id ?? 0;
