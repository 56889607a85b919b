import type { ComponentType, ReactNode } from "react";
import { CreateProvider } from "@/components/create/create-provider";
import { ConsoleProvider, useConsole } from "@/components/shell/console-context";
import type { DashboardTask, Overview } from "@/lib/task/schema/dashboard";

/** `across`: the page shows several projects. */
export type RowProps = { task: DashboardTask; across: boolean; refetch: () => void };

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
        const row = <Row task={task} across={projects !== undefined} refetch={refetch} />;
        return (
          <li key={task.id}>
            {projects ? (
              <InProject id={task.project_id} projects={projects}>
                {row}
              </InProject>
            ) : (
              row
            )}
          </li>
        );
      })}
      {more && <li className="px-4 py-2 text-muted-foreground text-xs">{more}</li>}
    </ul>
  );
}

type InProjectProps = { id: number; projects: Overview["projects"]; children: ReactNode };

/** On a page of several projects: what is inside sees the user's permissions in one of them. */
function InProject({ id, projects, children }: InProjectProps) {
  const place = useConsole();
  const permissions = projects.find((one) => one.id === id)?.permissions ?? 0;
  return (
    <ConsoleProvider value={{ ...place, permissions }}>
      <CreateProvider projectId={id}>{children}</CreateProvider>
    </ConsoleProvider>
  );
}
