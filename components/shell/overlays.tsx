import { AccountDialog } from "@/components/shell/account-dialog";
import { DrawerSheet } from "@/components/shell/drawer/drawer-sheet";
import { ShortcutsDialog } from "@/components/shell/keys/shortcuts-dialog";
import { Palette } from "@/components/shell/palette/palette";

/** What lies over a page when it is asked for. */
export function Overlays() {
  return (
    <>
      <DrawerSheet />
      <Palette />
      <ShortcutsDialog />
      <AccountDialog />
    </>
  );
}
