import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { ConsoleFrame } from "@/app/(console)/console-frame";
import { chooseProject } from "@/components/project/choose-project";
import { LAST_PROJECT_COOKIE } from "@/components/shell/cookies";
import { load } from "@/lib/operation/load";
import { getProjectRole, listProjects } from "@/lib/project/operations";

/** Global screens keep the last project in the drawer. */
export default async function GlobalLayout({ children }: { children: ReactNode }) {
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
