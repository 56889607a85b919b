import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { contains } from "@/components/form/choice/search-select";
import { Button } from "@/components/ui/button";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { useNodeKinds } from "@/components/workflow/editor/node-kinds";

/** Adds a node that is searched by name. */
export function AddMenu() {
  const t = useTranslations();
  const { add } = useWorkflowEditor();
  const kinds = useNodeKinds();
  const [open, setOpen] = useState(false);
  /** The new node takes the focus. */
  const added = useRef(false);

  function keepFocus(event: Event) {
    if (added.current) event.preventDefault();
    added.current = false;
  }

  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm">
          <Plus />
          {t("workflow.editor.add")}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t("workflow.editor.add")} className="p-0" onCloseAutoFocus={keepFocus}>
        <Command filter={contains}>
          <CommandInput placeholder={t("common.search")} />
          <CommandList>
            <CommandEmpty>{t("common.noMatch")}</CommandEmpty>
            {kinds.map(({ kind, name, icon }) => (
              <CommandItem
                key={kind.kind === "template" ? kind.id : kind.kind}
                value={kind.kind === "template" ? `template ${kind.id}` : kind.kind}
                keywords={[name]}
                onSelect={() => {
                  added.current = true;
                  setOpen(false);
                  add(kind);
                }}
              >
                {icon}
                <span className="truncate">{name}</span>
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  );
}
