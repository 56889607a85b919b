import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";

/** Variables with a meaning to Ansible that inventories set most, and the values of those that know only a few. */
const VARIABLES: Record<string, string[]> = {
  ansible_become: ["true", "false"],
  ansible_become_method: ["sudo", "su", "doas", "runas"],
  ansible_become_user: [],
  ansible_connection: ["ssh", "local", "winrm", "psrp", "docker", "network_cli", "httpapi"],
  ansible_host: [],
  ansible_network_os: [],
  ansible_port: [],
  ansible_python_interpreter: [],
  ansible_shell_type: ["sh", "csh", "fish", "powershell", "cmd"],
  ansible_ssh_common_args: [],
  ansible_ssh_extra_args: [],
  ansible_ssh_private_key_file: [],
  ansible_user: [],
  ansible_winrm_server_cert_validation: ["validate", "ignore"],
  ansible_winrm_transport: ["basic", "certificate", "kerberos", "ntlm", "credssp"],
};

/** Suggests Ansible's variables; `assign` follows a name. */
export const variableWords = (assign: string): Completion[] =>
  Object.keys(VARIABLES).map((label) => ({ label, type: "variable", apply: `${label}${assign}` }));

/** The words before the cursor that a list of completions replaces; null unless something is typed or asked for. */
export function suggest(context: CompletionContext, word: RegExp, options: Completion[]): CompletionResult | null {
  const typed = context.matchBefore(word);
  if (options.length === 0 || (!context.explicit && (typed === null || typed.from === typed.to))) return null;
  return { from: typed?.from ?? context.pos, options, validFor: /^[\w.:[\]-]*$/ };
}

/** The values of the variable that the cursor's line sets, after `:` or `=`. */
export function suggestValue(context: CompletionContext): CompletionResult | null {
  const assigned = context.matchBefore(/\bansible_\w+(?:\s*:\s+|\s*=\s*)\w*$/);
  const [, name = "", typed = ""] = /^(\w+)\W+(\w*)$/.exec(assigned?.text ?? "") ?? [];
  const values = VARIABLES[name] ?? [];
  if (values.length === 0) return null;
  return {
    from: context.pos - typed.length,
    options: values.map((label) => ({ label, type: "constant" })),
    validFor: /^\w*$/,
  };
}
