import type { TaskSource } from "@/components/task/start/new-task-dialog";
import type { Template } from "@/lib/template/schema";

type Sourced = Pick<Template, "id" | "project_id" | "name" | "app" | "type"> & { asks?: boolean };

/** The fields of a template that the new-task dialog needs. */
export const sourceOf = ({ id, project_id, name, app, type, asks }: Sourced): TaskSource => ({
  project_id,
  template_id: id,
  tpl_alias: name,
  tpl_app: app,
  tpl_type: type,
  asks,
});
