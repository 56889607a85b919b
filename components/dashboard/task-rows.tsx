import type { ComponentType, ReactNode } from "react";
import type { DashboardTask, Overview } from "@/lib/task/schema/dashboard";

/** `projectName`: on a page of several projects. */
export type RowProps = { task: DashboardTask; projectName: string | undefined; refetch: () => void };

/** For a page that shows several projects; `InProject` wraps each row in its own. */
export type Across = {
  projects: Overview["projects"];
  InProject: ComponentType<{ project: Overview["projects"][number]; children: ReactNode }>;
};

type TaskRowsProps = {
  tasks: DashboardTask[];
  Row: ComponentType<RowProps>;
  across: Across | undefined;
  refetch: () => void;
  /** Below the rows. */
  more?: ReactNode;
};

export function TaskRows({ tasks, Row, across, refetch, more }: TaskRowsProps) {
  return (
    <ul className="divide-y divide-border pb-1">
      {tasks.map((task) => {
        const project = across?.projects.find(({ id }) => id === task.project_id);
        const row = <Row task={task} projectName={project?.name} refetch={refetch} />;
        return (
          <li key={task.id}>
            {across && project ? <across.InProject project={project}>{row}</across.InProject> : row}
          </li>
        );
      })}
      {more && <li className="px-4 py-2 text-muted-foreground text-xs">{more}</li>}
    </ul>
  );
}
