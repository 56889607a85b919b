import { z } from "zod";

/** Known causes of a failed task; the texts are `failure.causes.<cause>` and `failure.advice.<cause>` in messages. */
export const CAUSES = [
  "already_exists",
  "become_password_missing",
  "become_password_wrong",
  "branch_missing",
  "certificate_untrusted",
  "command_failed",
  "command_not_found",
  "configuration_invalid",
  "connection_refused",
  "connection_timed_out",
  "credentials_missing",
  "credentials_refused",
  "disk_full",
  "file_not_found",
  "host_key_changed",
  "host_name_unknown",
  "host_unreachable",
  "killed",
  "module_arguments_wrong",
  "module_missing",
  "no_hosts_matched",
  "node_failed",
  "out_of_memory",
  "package_manager_locked",
  "package_missing",
  "passphrase_wrong",
  "permission_denied",
  "playbook_missing",
  "port_in_use",
  "provider_missing",
  "provisioner_failed",
  "python_library_missing",
  "python_missing",
  "quota_exceeded",
  "rate_limited",
  "role_missing",
  "script_syntax",
  "ssh_key_refused",
  "stack_missing",
  "state_locked",
  "state_unavailable",
  "template_error",
  "terraform_module_missing",
  "tool_version_wrong",
  "undefined_variable",
  "unset_variable",
  "variable_missing",
  "vault_password_missing",
  "vault_password_wrong",
  "yaml_invalid",
] as const;
export type Cause = (typeof CAUSES)[number];

/** What a failed task's log tells about its end; of the run of a workflow, its nodes. */
export const Failure = z.object({
  /** Null if no known cause matches. */
  cause: z.enum(CAUSES).nullable(),
  /** What the cause is about, such as the name of a variable or a file with its line; "" if the log does not tell. */
  subject: z.string(),
  /** The lines that show it, by their number from 0, without colours. */
  lines: z.array(z.object({ line: z.int(), output: z.string() })),
});
export type Failure = z.infer<typeof Failure>;
