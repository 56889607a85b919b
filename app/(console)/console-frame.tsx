import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppLooks } from "@/components/app/app-looks";
import type { Console } from "@/components/shell/console-context";
import { DRAWER_COOKIE } from "@/components/shell/cookies";
import { Frame } from "@/components/shell/frame";
import { TaskDialogHost } from "@/components/task/task-dialog-host";
import { listApps } from "@/lib/app/operations";
import { load } from "@/lib/operation/load";
import { listProjects } from "@/lib/project/operations";
import { VERSION } from "@/lib/settings/version";
import { getCurrentUser } from "@/lib/user/operations";

type ConsoleFrameProps = Pick<Console, "project" | "role" | "permissions"> & { children: ReactNode };

/** The console's frame with its data from the server. */
export async function ConsoleFrame({ children, ...open }: ConsoleFrameProps) {
  const [user, projects, apps, jar] = await Promise.all([
    load(getCurrentUser, {}),
    load(listProjects, {}),
    load(listApps, {}),
    cookies(),
  ]);
  return (
    <Frame
      context={{ ...open, user, projects, version: VERSION.split("-", 1)[0] ?? VERSION }}
      drawerCollapsed={jar.get(DRAWER_COOKIE)?.value === "collapsed"}
    >
      <AppLooks apps={apps}>
        {children}
        {open.project && <TaskDialogHost projectId={open.project.id} />}
      </AppLooks>
    </Frame>
  );
}
