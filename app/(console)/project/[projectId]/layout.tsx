import type { ReactNode } from "react";
import { ConsoleFrame } from "@/app/(console)/console-frame";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { CreateProvider } from "@/components/create/create-provider";

export default async function ProjectLayout({ params, children }: ProjectPage & { children: ReactNode }) {
  const projectId = readId((await params).projectId);
  const { project, role, permissions } = await projectAccess(projectId);
  return (
    <ConsoleFrame project={project} role={role} permissions={permissions}>
      <CreateProvider projectId={projectId}>{children}</CreateProvider>
    </ConsoleFrame>
  );
}
