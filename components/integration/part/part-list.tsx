import { Plus } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import type { Column } from "@/components/table/columns/column";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import type { List } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/operation/result";

export type PartFormProps<Part> = {
  projectId: number;
  integrationId: number;
  /** Null creates a new one. */
  item: Part | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

type PartListProps<Part> = {
  projectId: number;
  integrationId: number;
  kind: "extractValue" | "matcher";
  list: List;
  title: string;
  newLabel: string;
  empty: ReactNode;
  rows: Part[];
  columns: Column<Part>[];
  Form: ComponentType<PartFormProps<Part>>;
  remove: (part: Part) => Promise<ActionResult<unknown>>;
  mayEdit: boolean;
};

/** A titled table of an integration's parts, with its dialogs. */
export function PartList<Part extends { id: number; name: string }>(props: PartListProps<Part>) {
  const { projectId, integrationId, kind, list, title, newLabel, empty, rows, columns, Form, remove, mayEdit } = props;
  const form = useItemDialog<Part>();
  const deletion = useDeleteFlow<Part>({ kind, name: ({ name }) => name, remove });
  return (
    <section aria-label={title}>
      <header className="mb-2 flex min-h-8 items-center justify-between gap-4">
        <h2 className="font-medium text-base">{title}</h2>
        {mayEdit && (
          <Button onClick={form.create}>
            <Plus />
            {newLabel}
          </Button>
        )}
      </header>
      <DataTable
        label={title}
        list={list}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        urlKey={kind}
        onOpen={mayEdit ? form.edit : undefined}
        actions={
          mayEdit
            ? (part) => <RowActions onEdit={() => form.edit(part)} onDelete={() => deletion.ask(part)} />
            : undefined
        }
        empty={{ text: empty }}
      />
      <Form {...{ projectId, integrationId }} item={form.item} {...form.dialog} />
      <DeleteFlow flow={deletion} />
    </section>
  );
}
