import { useTranslations } from "next-intl";
import { DrawerContent } from "@/components/shell/drawer/drawer-content";
import { useShell } from "@/components/shell/shell-context";
import { Sheet, SheetContent, SheetTitle } from "@/components/ui/sheet";

/** The drawer as a sheet over the page, for narrow windows. */
export function DrawerSheet() {
  const t = useTranslations("shell");
  const { overlay, show } = useShell();
  return (
    <Sheet open={overlay === "menu"} onOpenChange={(open) => show(open ? "menu" : null)}>
      <SheetContent aria-describedby={undefined} className="bg-sidebar">
        <SheetTitle className="sr-only">{t("menu")}</SheetTitle>
        <DrawerContent collapsed={false} />
      </SheetContent>
    </Sheet>
  );
}
