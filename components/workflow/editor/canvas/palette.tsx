import { useTranslations } from "next-intl";
import { type DragEvent, useState } from "react";
import { z } from "zod";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import type { NodeKind } from "@/components/workflow/editor/model/new-node";
import { type KindOption, useNodeKinds } from "@/components/workflow/editor/node-kinds";
import { SideButton } from "@/components/workflow/editor/sides/side-button";

const MEDIA_TYPE = "application/x-signalbox-node";

const Dragged = z.union([
  z.object({ kind: z.literal("template"), id: z.int(), name: z.string() }),
  z.object({ kind: z.enum(["approval", "wait"]) }),
]);

/** What is dragged from the palette; null: something else. */
export function draggedKind({ dataTransfer }: DragEvent): NodeKind | null {
  const text = dataTransfer.getData(MEDIA_TYPE);
  return text === "" ? null : Dragged.parse(JSON.parse(text));
}

/** The templates of the project and the other kinds of nodes, to drag into the drawing or to click. */
export function Palette() {
  const t = useTranslations();
  const open = useWorkflowEditor().sides.isOpen("palette");
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const kinds = useNodeKinds().filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div data-side className={cn("flex shrink-0 flex-col border-border border-r max-lg:hidden", open && "w-52")}>
      <div className={cn("flex h-10 shrink-0 items-center border-border px-1", open && "border-b pl-0")}>
        {open && (
          <Input
            type="search"
            aria-label={t("common.search")}
            placeholder={t("common.search")}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="min-w-0 flex-1 rounded-none border-0 focus-visible:ring-0"
          />
        )}
        <SideButton side="palette" />
      </div>
      {open && (
        <ul aria-label={t("workflow.editor.add")} className="flex-1 overflow-y-auto p-1.5">
          {kinds.map((option) => (
            <PaletteItem key={option.kind.kind === "template" ? option.kind.id : option.kind.kind} option={option} />
          ))}
        </ul>
      )}
    </div>
  );
}

function PaletteItem({ option: { kind, name, icon } }: { option: KindOption }) {
  const { add } = useWorkflowEditor();

  function drag({ dataTransfer }: DragEvent) {
    dataTransfer.setData(MEDIA_TYPE, JSON.stringify(kind));
    dataTransfer.effectAllowed = "copy";
  }

  return (
    <li>
      <button
        type="button"
        draggable
        onDragStart={drag}
        onClick={() => add(kind)}
        title={name}
        className="flex h-8 w-full cursor-grab items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-accent active:cursor-grabbing [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {icon}
        <span className="truncate">{name}</span>
      </button>
    </li>
  );
}
