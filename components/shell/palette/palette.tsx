import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import type { PaletteCommand } from "@/components/shell/palette/entry";
import { useShell } from "@/components/shell/shell-context";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";

const PaletteBody = dynamic(() =>
  import("@/components/shell/palette/palette-body").then((module) => module.PaletteBody),
);

/** The command palette (Ctrl-K). A form that it opens waits until the palette is gone, which gives the focus back. */
export function Palette() {
  const t = useTranslations("shell.palette");
  const { overlay, show, perform } = useShell();
  const next = useRef<PaletteCommand | null>(null);

  function close(command: PaletteCommand) {
    next.current = command;
    show(null);
  }

  function performNext() {
    if (next.current) perform(next.current);
    next.current = null;
  }

  return (
    <Dialog open={overlay === "palette"} onOpenChange={(open) => show(open ? "palette" : null)}>
      <DialogContent
        width={560}
        aria-describedby={undefined}
        className="top-[12vh] translate-y-0 overflow-hidden"
        onCloseAutoFocus={performNext}
      >
        <DialogTitle className="sr-only">{t("title")}</DialogTitle>
        <PaletteBody command={close} />
      </DialogContent>
    </Dialog>
  );
}
