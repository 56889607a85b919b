import type { ComponentType, ReactNode } from "react";
import { CreateProvider } from "@/components/create/create-provider";
import { ConsoleProvider, useConsole } from "@/components/shell/console-context";
import type { DashboardTask, Overview } from "@/lib/task/schema/dashboard";

/** `projectName`: on a page of several projects. */
export type RowProps = { task: DashboardTask; projectName: string | undefined; refetch: () => void };

type TaskRowsProps = {
  tasks: DashboardTask[];
  Row: ComponentType<RowProps>;
  /** Of a page that shows several of them. */
  projects: Overview["projects"] | undefined;
  refetch: () => void;
  /** Below the rows. */
  more?: ReactNode;
};

export function TaskRows({ tasks, Row, projects, refetch, more }: TaskRowsProps) {
  return (
    <ul className="divide-y divide-border pb-1">
      {tasks.map((task) => {
        const project = projects?.find(({ id }) => id === task.project_id);
        const row = <Row task={task} projectName={project?.name} refetch={refetch} />;
        return <li key={task.id}>{project ? <InProject project={project}>{row}</InProject> : row}</li>;
      })}
      {more && <li className="px-4 py-2 text-muted-foreground text-xs">{more}</li>}
    </ul>
  );
}

type InProjectProps = { project: Overview["projects"][number]; children: ReactNode };

/** On a page of several projects: what is inside sees the user's permissions in one of them. */
function InProject({ project: { id, permissions }, children }: InProjectProps) {
  const place = useConsole();
  return (
    <ConsoleProvider value={{ ...place, permissions }}>
      <CreateProvider projectId={id}>{children}</CreateProvider>
    </ConsoleProvider>
  );
}
