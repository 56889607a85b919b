import dynamic from "next/dynamic";
import { ListHints } from "@/components/format/list-hints";
import { useSessionEnd } from "@/components/session/session-end";
import { AccountDialog } from "@/components/shell/account-dialog";
import { useConsole } from "@/components/shell/console-context";
import { DrawerSheet } from "@/components/shell/drawer/drawer-sheet";
import { ShortcutsDialog } from "@/components/shell/keys/shortcuts-dialog";
import { Palette } from "@/components/shell/palette/palette";

const SignInAgain = dynamic(() => import("@/components/session/sign-in-again").then((module) => module.SignInAgain), {
  loading: () => null,
});

/** Dialogs that can open over any page. */
export function Overlays() {
  const { user } = useConsole();
  const sessionEnded = useSessionEnd();
  return (
    <>
      <DrawerSheet />
      <Palette />
      <ShortcutsDialog />
      <AccountDialog />
      <ListHints />
      {sessionEnded && <SignInAgain user={user} />}
    </>
  );
}
