import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentUser } from "@/app/(console)/caller";
import { AppLooks } from "@/components/app/app-looks";
import { CreateProvider } from "@/components/create/create-provider";
import { chooseProject } from "@/components/project/choose-project";
import type { Console } from "@/components/shell/console-context";
import { DRAWER_COOKIE, LAST_PROJECT_COOKIE, LIST_COOKIES } from "@/components/shell/cookies";
import { Frame } from "@/components/shell/frame";
import { GlobalOverlays } from "@/components/shell/global-overlays";
import { TaskDialogHost } from "@/components/task/task-dialog-host";
import { listApps } from "@/lib/app/operations";
import type { App } from "@/lib/app/schema";
import { load } from "@/lib/operation/load";
import { getProjectRole, listProjects } from "@/lib/project/operations";
import { VERSION } from "@/lib/settings/version";
import { listApprovals } from "@/lib/task/workflow-operations";

type ConsoleFrameProps = Pick<Console, "project" | "role" | "permissions"> & { children: ReactNode };

/** The console's frame with its data from the server. */
export async function ConsoleFrame({ children, ...open }: ConsoleFrameProps) {
  const [user, apps, approvals, jar] = await Promise.all([
    currentUser(),
    load(listApps, {}),
    load(listApprovals, {}),
    cookies(),
  ]);
  return (
    <AppLooks apps={apps.map(lookOf)}>
      <Frame
        context={{
          ...open,
          user,
          version: VERSION.split("-", 1)[0] ?? VERSION,
          lists: Object.fromEntries(
            jar.getAll().flatMap(({ name, value }) => (name.startsWith(LIST_COOKIES) ? [[name, value]] : [])),
          ),
        }}
        approvals={approvals}
        drawerCollapsed={jar.get(DRAWER_COOKIE)?.value === "collapsed"}
        overlays={<GlobalOverlays />}
      >
        {children}
        {open.project && (
          <CreateProvider projectId={open.project.id}>
            <TaskDialogHost projectId={open.project.id} />
          </CreateProvider>
        )}
      </Frame>
    </AppLooks>
  );
}

const lookOf = ({ id, title, icon, color, dark_color, active }: App) => ({
  id,
  title,
  icon,
  color,
  dark_color,
  active,
});

/** The frame of global screens, which keep the last project in the drawer. */
export async function GlobalFrame({ children }: { children: ReactNode }) {
  const projects = await load(listProjects, {});
  const project = chooseProject(projects, (await cookies()).get(LAST_PROJECT_COOKIE)?.value);
  const { role, permissions } = project
    ? await load(getProjectRole, { projectId: project.id })
    : { role: "", permissions: 0 };
  return (
    <ConsoleFrame project={project} role={role} permissions={permissions}>
      {children}
    </ConsoleFrame>
  );
}
