import type { ReactNode } from "react";
import { ConsoleFrame, GlobalFrame } from "@/app/(console)/console-frame";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, parseId } from "@/app/(console)/project/[projectId]/page-params";
import { CreateProvider } from "@/components/create/create-provider";
import { loadIfFound } from "@/lib/operation/load";
import { getProject } from "@/lib/project/operations";

export default async function ProjectLayout({ params, children }: ProjectPage & { children: ReactNode }) {
  const projectId = parseId((await params).projectId);
  // Its pages are the 404 page. A not-found.tsx above this layout would be part of every page that is found.
  const isOpen = projectId !== null && (await loadIfFound(getProject, { projectId })) !== null;
  if (!isOpen) return <GlobalFrame>{children}</GlobalFrame>;
  const { project, role, permissions } = await projectAccess(projectId);
  return (
    <ConsoleFrame project={project} role={role} permissions={permissions}>
      <CreateProvider projectId={projectId}>{children}</CreateProvider>
    </ConsoleFrame>
  );
}
