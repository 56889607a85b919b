"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useSessionEnd } from "@/components/session/session-end";
import { useConsole } from "@/components/shell/console-context";
import { LAST_PROJECT_COOKIE, setCookie } from "@/components/shell/cookies";
import { useShortcuts } from "@/components/shell/keys/use-shortcuts";
import { useShell } from "@/components/shell/shell-context";

const loadOverlays = () => import("@/components/shell/overlays");
const Overlays = dynamic(() => loadOverlays().then((module) => module.Overlays));

/** Global shortcuts and dialogs; also remembers the open project. */
export function GlobalOverlays() {
  const { overlay } = useShell();
  const sessionEnded = useSessionEnd();
  useShortcuts();
  useLastProject();
  return (
    <PrefetchOnInteraction open={overlay !== null || sessionEnded} load={loadOverlays}>
      <Overlays />
    </PrefetchOnInteraction>
  );
}

function useLastProject(): void {
  const projectId = useConsole().project?.id ?? null;
  useEffect(() => {
    if (projectId !== null) setCookie(LAST_PROJECT_COOKIE, String(projectId));
  }, [projectId]);
}
