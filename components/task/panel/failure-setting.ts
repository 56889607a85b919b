import { editTemplateHref } from "@/components/template/template-href";
import type { Cause } from "@/lib/protocol/failure";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskDetail } from "@/lib/task/schema";

type Place = "environment" | "inventory" | "keys" | "repositories" | "runners" | "states" | "template";

const PLACES: { readonly [Name in Cause | TaskReason]?: Place } = {
  become_password_missing: "inventory",
  become_password_wrong: "inventory",
  branch_missing: "repositories",
  command_not_found: "runners",
  credentials_missing: "environment",
  credentials_refused: "keys",
  git_failed: "repositories",
  host_name_unknown: "inventory",
  host_unreachable: "inventory",
  key_invalid: "keys",
  no_hosts_matched: "inventory",
  passphrase_wrong: "environment",
  playbook_missing: "template",
  python_missing: "inventory",
  repository_invalid: "repositories",
  repository_missing: "repositories",
  settings_invalid: "template",
  ssh_key_refused: "keys",
  stack_missing: "template",
  state_failed: "states",
  state_locked: "states",
  time_limit: "template",
  tool_failed: "runners",
  tool_missing: "runners",
  undefined_variable: "environment",
  unset_variable: "environment",
  variable_missing: "environment",
  vault_password_missing: "template",
  vault_password_wrong: "template",
};

const HOST_KEYS: ReadonlySet<string | null> = new Set(["host_key_changed", "managed_host_key_changed"]);

/** Where the cause of a failed task can be fixed, with the key of its label; null if not in the console. */
export function failureSetting({ project_id, template_id, failure, reason }: TaskDetail) {
  const cause = failure?.cause ?? reason;
  const project = `/project/${project_id}`;
  if (HOST_KEYS.has(cause)) return { href: `${project}/repositories#host-keys`, label: "task.seeHostKeys" as const };
  const place = cause && PLACES[cause];
  if (!place) return null;
  return place === "template"
    ? { href: editTemplateHref(project_id, template_id), label: "template.edit" as const }
    : { href: `${project}/${place}`, label: `shell.nav.${place}` as const };
}
