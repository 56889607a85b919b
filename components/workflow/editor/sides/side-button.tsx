import { PanelLeft, PanelRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import { SIDES_KEYS, type Side } from "@/components/workflow/editor/sides/use-sides";

const BUTTONS = {
  palette: { Icon: PanelLeft, open: "workflow.editor.showNodes", close: "workflow.editor.hideNodes" },
  panel: { Icon: PanelRight, open: "table.expand", close: "table.collapse" },
} as const;

/** Collapses a list beside the drawing, or opens it again. */
export function SideButton({ side }: { side: Side }) {
  const t = useTranslations();
  const { sides } = useWorkflowEditor();
  const { Icon, open, close } = BUTTONS[side];
  const isOpen = sides.isOpen(side);
  return (
    <IconButton
      label={t(isOpen ? close : open)}
      aria-expanded={isOpen}
      aria-keyshortcuts={SIDES_KEYS}
      onClick={() => sides.toggle(side)}
    >
      <Icon />
    </IconButton>
  );
}
