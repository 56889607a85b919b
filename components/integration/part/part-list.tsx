"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentType, type ReactNode, useState } from "react";
import { DeleteFlow } from "@/components/dialog/delete-flow";
import { useDeleteFlow } from "@/components/dialog/use-delete-flow";
import type { PartFormProps } from "@/components/integration/part/part-form-props";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/operation/result";

type PartListProps<Part> = {
  projectId: number;
  integrationId: number;
  kind: "extractValue" | "matcher";
  title: string;
  newLabel: string;
  empty: ReactNode;
  rows: Part[];
  columns: Column<Part>[];
  Form: ComponentType<PartFormProps<Part>>;
  remove: (part: Part) => Promise<ActionResult<unknown>>;
  mayEdit: boolean;
};

/** A titled table of what belongs to an integration, with its dialogs. */
export function PartList<Part extends { id: number; name: string }>(props: PartListProps<Part>) {
  const { projectId, integrationId, kind, title, newLabel, empty, rows, columns, Form, remove, mayEdit } = props;
  const router = useRouter();
  const [form, setForm] = useState<{ open: boolean; item: Part | null }>({ open: false, item: null });
  const deletion = useDeleteFlow<Part>({ kind, name: ({ name }) => name, remove, onDeleted: () => router.refresh() });
  const edit = (item: Part) => setForm({ open: true, item });
  return (
    <section aria-label={title}>
      <header className="mb-2 flex min-h-8 items-center justify-between gap-4">
        <h2 className="font-medium text-base">{title}</h2>
        {mayEdit && (
          <Button onClick={() => setForm({ open: true, item: null })}>
            <Plus />
            {newLabel}
          </Button>
        )}
      </header>
      <DataTable
        label={title}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        urlKey={kind}
        onOpen={mayEdit ? edit : undefined}
        actions={
          mayEdit ? (part) => <RowActions onEdit={() => edit(part)} onDelete={() => deletion.ask(part)} /> : undefined
        }
        empty={{ text: empty }}
      />
      <Form
        {...{ projectId, integrationId }}
        item={form.item}
        open={form.open}
        onOpenChange={(open) => setForm({ ...form, open })}
        onSaved={() => router.refresh()}
      />
      <DeleteFlow flow={deletion} />
    </section>
  );
}
