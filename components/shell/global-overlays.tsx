"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import { useSessionEnd } from "@/components/session/session-end";
import { useConsole } from "@/components/shell/console-context";
import { LAST_PROJECT_COOKIE, NOTIFY_COOKIE, readCookie, setCookie } from "@/components/shell/cookies";
import { useShortcuts } from "@/components/shell/keys/use-shortcuts";
import { OfflineGuard } from "@/components/shell/offline/offline-guard";
import { PROFILE } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { useFreshReturn } from "@/components/shell/use-fresh-return";

const loadOverlays = () => withTexts(import("@/components/shell/overlays"));
const Overlays = dynamic(() => loadOverlays().then((module) => module.Overlays));

const TaskEndNotice = dynamic(
  () => import("@/components/shell/task-end-notice").then((module) => module.TaskEndNotice),
  { loading: () => null },
);

const CommandForm = dynamic(
  () => withTexts(import("@/components/shell/palette/command-form")).then((module) => module.CommandForm),
  { loading: () => null },
);

/** Global shortcuts and dialogs; also remembers the open project. */
export function GlobalOverlays() {
  const { overlay, command } = useShell();
  const sessionEnded = useSessionEnd();
  useShortcuts();
  useFreshReturn();
  useLastProject();
  const onProfile = usePathname() === PROFILE;
  const notifies = useNotifies(overlay === "account" || onProfile);
  return (
    <>
      <OfflineGuard />
      <PrefetchOnInteraction open={overlay !== null || sessionEnded} load={loadOverlays}>
        <Overlays />
      </PrefetchOnInteraction>
      {command && <CommandForm key={command.id} command={command.command} />}
      {notifies && <TaskEndNotice />}
    </>
  );
}

/** Whether the user wants to be notified; the account dialog or the profile may have changed it. */
function useNotifies(changing: boolean): boolean {
  const [notifies, setNotifies] = useState(false);
  useEffect(() => {
    if (!changing) setNotifies(readCookie(NOTIFY_COOKIE) === "on");
  }, [changing]);
  return notifies;
}

function useLastProject(): void {
  const projectId = useConsole().project?.id ?? null;
  useEffect(() => {
    if (projectId !== null) setCookie(LAST_PROJECT_COOKIE, String(projectId));
  }, [projectId]);
}
