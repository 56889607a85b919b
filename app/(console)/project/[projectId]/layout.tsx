import type { ReactNode } from "react";
import { openProjects } from "@/app/(console)/caller";
import { ConsoleFrame, GlobalFrame } from "@/app/(console)/console-frame";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, parseId } from "@/app/(console)/project/[projectId]/page-params";
import { CreateProvider } from "@/components/create/create-provider";

export default async function ProjectLayout({ params, children }: ProjectPage & { children: ReactNode }) {
  const projectId = parseId((await params).projectId);
  const projects = await openProjects();
  // Its pages are the 404 page. A not-found.tsx above this layout would be part of every page that is found.
  if (projectId === null || !projects.some(({ id }) => id === projectId)) return <GlobalFrame>{children}</GlobalFrame>;
  const { project, role, permissions } = await projectAccess(projectId);
  return (
    <ConsoleFrame project={project} role={role} permissions={permissions}>
      <CreateProvider projectId={projectId}>{children}</CreateProvider>
    </ConsoleFrame>
  );
}
