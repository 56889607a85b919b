import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useShell } from "@/components/shell/shell-context";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";

const PaletteBody = dynamic(() =>
  import("@/components/shell/palette/palette-body").then((module) => module.PaletteBody),
);

/** The command palette (Ctrl-K). */
export function Palette() {
  const t = useTranslations("shell.palette");
  const { overlay, show } = useShell();
  return (
    <Dialog open={overlay === "palette"} onOpenChange={(open) => show(open ? "palette" : null)}>
      <DialogContent width={560} aria-describedby={undefined} className="top-[12vh] translate-y-0 overflow-hidden">
        <DialogTitle className="sr-only">{t("title")}</DialogTitle>
        <PaletteBody />
      </DialogContent>
    </Dialog>
  );
}
