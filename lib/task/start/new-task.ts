import type { templates } from "@/db/schema/templates";
import type { NewTaskInput } from "@/lib/task/schema";

export type TemplateRow = typeof templates.$inferSelect;

/** What triggered a task, and how far it may depart from the template. */
export type Trigger = {
  userId?: number;
  integrationId?: number;
  scheduleId?: number;
  ip?: string;
  /** Members with manageResources, and the product itself, may override fields that the template leaves to managers. */
  mayManage: boolean;
  /** The success of a build is the trigger. It determines the build, so that no template can refuse it. */
  autorun?: boolean;
  /** It repeats a run for these tests. */
  failedTests?: string[];
};

export type NewTask = {
  projectId: number;
  input: NewTaskInput;
  trigger: Trigger;
  /** Do not start it while another task of its template is unfinished. */
  unlessBusy?: boolean;
};
