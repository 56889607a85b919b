import { z } from "zod";
import { count, flag, nameText, optionalId, optionalText, requiredName, text } from "@/lib/operation/fields";

export const Project = z.object({
  id: z.int(),
  name: z.string(),
  created: z.string(),
  alert: z.boolean(),
  alert_chat: z.string().nullable(),
  /** 0: no limit. */
  max_parallel_tasks: z.int(),
  /** "" for an ordinary project. */
  type: z.string(),
});
export type Project = z.infer<typeof Project>;

/** The caller's own role; "" and 0 for an admin who is not a member. */
export const ProjectRole = z.object({ role: z.string(), permissions: z.int() });

export const ProjectInput = z.object({
  id: optionalId(),
  name: requiredName("projectNameRequired"),
  alert: flag(),
  alert_chat: optionalText(255),
  max_parallel_tasks: count(),
});
export type ProjectInput = z.output<typeof ProjectInput>;

export const NewProjectFields = ProjectInput.extend({
  type: text(50),
  /** Fill the project with working examples. */
  demo: flag(),
});
/** Only a demo project may omit its name; it then gets a free one. */
export const NewProjectInput = NewProjectFields.extend({ name: nameText() }).superRefine(({ name, demo }, context) => {
  if (!demo && name === "") context.addIssue({ code: "custom", path: ["name"], message: "projectNameRequired" });
});
export type NewProjectInput = z.output<typeof NewProjectInput>;

/** Where a project's alerts go. */
export const AlertProbe = ProjectInput.pick({ alert_chat: true }).extend({ kind: z.literal("alert") });

/** Which of a project's first steps are done; `dismissed`: the caller doesn't want to see them. */
export const Checklist = z.object({
  key: z.boolean(),
  repository: z.boolean(),
  inventory: z.boolean(),
  template: z.boolean(),
  run: z.boolean(),
  /** The newest template, which the last step runs. */
  template_id: z.int().nullable(),
  dismissed: z.boolean(),
});
export type Checklist = z.infer<typeof Checklist>;
