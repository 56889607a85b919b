import { AccountDialog } from "@/components/shell/account-dialog";
import { DrawerSheet } from "@/components/shell/drawer/drawer-sheet";
import { ShortcutsDialog } from "@/components/shell/keys/shortcuts-dialog";
import { Palette } from "@/components/shell/palette/palette";

/** Dialogs that can open over any page. */
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
