"use client";

import { useEffect } from "react";
import { clearCookie, lastViewCookie, setCookie } from "@/components/shell/cookies";

type RememberViewProps = { projectId: number; current: number | null };

/** Remembers the last selected view for links to the templates. */
export function RememberView({ projectId, current }: RememberViewProps) {
  useEffect(() => {
    if (current === null) clearCookie(lastViewCookie(projectId));
    else setCookie(lastViewCookie(projectId), String(current));
  }, [projectId, current]);
  return null;
}
