import { useRouter } from "next/navigation";
import { problemOf } from "@/components/problem/use-problem-text";
import { openTask } from "@/components/task/open-task";
import type { TaskSource } from "@/components/task/start/new-task-dialog";
import { useStarting } from "@/components/task/start/use-starting";
import { toast } from "@/components/ui/toast";
import { createTask } from "@/lib/task/actions";

/** Starts a task as its template says, without asking, and opens its log. */
export function useQuickStart({ project_id: projectId, template_id }: TaskSource) {
  const router = useRouter();
  const { starting, during } = useStarting();

  const start = () =>
    during(async () => {
      const result = await createTask({ projectId }, { template_id });
      if (result.ok) return openTask(result.data.id);
      toast.error(problemOf(result) ?? "");
      // The page may show what is no longer so, or what is gone.
      router.refresh();
    });

  return { starting, start };
}
