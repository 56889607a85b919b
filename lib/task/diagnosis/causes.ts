import type { Cause } from "@/lib/protocol/failure";
import { SAYS_CODE_UNREADABLE } from "@/lib/protocol/runner-lines";

type Rule = {
  cause: Cause;
  /** Matches the passage of an error. The group `subject`, or `file` and `line`, is what the cause is about. */
  pattern: RegExp;
  /** Looks for the subject elsewhere in the passage. */
  subject?: RegExp;
};

/** How Ansible names the place of a mistake. */
const ANSIBLE_PLACE = /appears to be in '(?:[^'\n]*\/)?(?<file>[^'/\n]+)': line (?<line>\d+)/;
const TERRAFORM_PLACE = /\bon (?<file>\S+) line (?<line>\d+)/;

/**
 * From the particular to the general: the first that matches counts. A log may contain anything: no pattern nests
 * repetitions, none follows another that takes the same characters, and one at its beginning has an end or starts nowhere
 * inside of what it repeats.
 */
const RULES: readonly Rule[] = [
  { cause: "host_key_changed", pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED|Host key verification failed/ },
  {
    cause: "ssh_key_refused",
    pattern: /Permission denied \((?:publickey|password|keyboard|gssapi)|Too many authentication failures/,
    subject: /(?<![^\s"@])(?<subject>[^\s"@]{1,100}@[^\s":@]{1,200}): Permission denied \(/,
  },
  {
    cause: "become_password_missing",
    pattern: /Missing (?:sudo|become|su) password|sudo: a (?:password|terminal) is required/,
  },
  { cause: "become_password_wrong", pattern: /Incorrect (?:sudo|become|su) password|Sorry, try again\./ },
  { cause: "vault_password_missing", pattern: /Attempting to decrypt but no vault secrets found/ },
  {
    cause: "vault_password_wrong",
    pattern: /Decryption failed \(no vault secrets were found that could decrypt\)/,
    subject: /could decrypt\) on (?:\S*\/)?(?<subject>[^\s/]+)/,
  },
  { cause: "host_name_unknown", pattern: /Could not resolve host(?:name)?:? (?<subject>[^\s:"]+)/ },
  { cause: "host_name_unknown", pattern: /lookup (?<subject>[^\s:"]+)(?![^\s:"])[^\n]{0,80}: no such host/ },
  {
    cause: "host_name_unknown",
    pattern: /Name or service not known|Temporary failure in name resolution/,
    subject: /\bhttps?:\/\/(?:[^\s/"@]{0,200}@)?(?<subject>[^\s/":\\]+)/,
  },

  { cause: "undefined_variable", pattern: /'(?<subject>[^'\n]{1,200})' is undefined/ },
  { cause: "undefined_variable", pattern: /has no attribute '(?<subject>[^'\n]{1,200})'/ },
  {
    cause: "template_error",
    pattern: /template error while templating string|Syntax error in template/,
    subject: ANSIBLE_PLACE,
  },
  { cause: "module_missing", pattern: /couldn't resolve module\/action '(?<subject>[^'\n]{1,200})'/ },
  { cause: "role_missing", pattern: /the role '(?<subject>[^'\n]{1,200})' was not found/ },
  {
    cause: "yaml_invalid",
    pattern:
      /Syntax Error while loading YAML|YAML parsing failed|conflicting action statements|unexpected parameter type|has extra params/,
    subject: ANSIBLE_PLACE,
  },
  { cause: "playbook_missing", pattern: /the playbook: (?<subject>\S+) could not be found/ },
  { cause: "no_hosts_matched", pattern: /leaves us with no hosts to target/ },
  { cause: "python_missing", pattern: /you probably need to set the interpreter|interpreter[^\n]{0,60} was not found/ },
  {
    cause: "python_library_missing",
    pattern: /Failed to import the required Python library \((?<subject>[^)\n]{1,100})\)/,
  },
  { cause: "python_library_missing", pattern: /No module named '?(?<subject>[\w.]+)/ },
  { cause: "module_arguments_wrong", pattern: /missing required arguments: (?<subject>[^"\n]{1,200})/ },
  {
    cause: "module_arguments_wrong",
    pattern: /Unsupported parameters for \([^)\n]{1,100}\) module: (?<subject>[^".\n]{1,200})/,
  },
  { cause: "module_arguments_wrong", pattern: /value of (?<subject>[^\s"]{1,100}) must be one (?:of|or more of)/ },
  { cause: "module_arguments_wrong", pattern: /argument '?(?<subject>[^\s'"]{1,100})'? is of type/ },
  { cause: "module_arguments_wrong", pattern: /parameters are mutually exclusive: (?<subject>[^"\n]{1,200})/ },
  {
    cause: "module_arguments_wrong",
    pattern: /(?<![\w.-])(?<subject>[\w.-]{1,100} \(or [\w.-]{1,100}\)) is required/,
  },
  {
    cause: "module_arguments_wrong",
    pattern: /of the following (?:is|are) (?:required|missing): (?<subject>[^"\n]{1,200})/,
  },
  {
    cause: "module_arguments_wrong",
    pattern: /Invalid data passed to '(?<subject>[^'\n]{1,100})', it requires a list/,
  },
  { cause: "handler_missing", pattern: /requested handler '(?<subject>[^'\n]{1,200})' was not found/ },
  { cause: "service_missing", pattern: /Could not find the requested service (?<subject>[^\s:"]+)/ },
  {
    cause: "package_manager_locked",
    pattern: /Could not get lock|Failed to lock apt|dpkg frontend lock/,
    subject: /Could not get lock (?<subject>[^\s."]+)/,
  },
  { cause: "package_missing", pattern: /No package matching '(?<subject>[^'\n]{1,200})'/ },
  { cause: "package_missing", pattern: /Unable to locate package (?<subject>[^\s"\\]+)/ },
  { cause: "disk_full", pattern: /No space left on device|Disk quota exceeded/ },
  {
    cause: "out_of_memory",
    pattern: /\bMemoryError\b|Cannot allocate memory|Out of memory|JavaScript heap out of memory/,
  },

  { cause: "state_locked", pattern: /Error acquiring the state lock|stack is currently locked/ },
  {
    cause: "provider_missing",
    pattern:
      /Failed to query available provider|Failed to install provider|Inconsistent dependency lock file|no resource plugin/,
    subject: /(?:provider|plugin)\s+['"]?(?<subject>[\w.]{1,100}[/-][\w./-]{0,200}\w)/,
  },
  {
    cause: "tool_version_wrong",
    pattern: /Unsupported (?:Terraform|OpenTofu) Core version/,
    subject: /required_version = "(?<subject>[^"\n]{1,100})"/,
  },
  {
    cause: "variable_missing",
    pattern: /No value for required variable/,
    subject: /variable "(?<subject>[^"\n]{1,200})"/,
  },
  { cause: "variable_missing", pattern: /Missing required configuration variable '(?<subject>[^'\n]{1,200})'/ },
  {
    cause: "terraform_module_missing",
    pattern: /Unreadable module directory|Module not installed|Failed to download module|Could not download module/,
    subject: /module "(?<subject>[^"\n]{1,200})"/,
  },
  {
    cause: "credentials_missing",
    pattern:
      /No valid credential sources|Unable to locate credentials|could not find default credentials|no credentials? (?:were )?found/i,
  },
  // Before the limits of what may exist, whose names contain some of these.
  { cause: "rate_limited", pattern: /Too Many Requests|(?:rate|request) ?limit ?exceeded|ThrottlingException/i },
  {
    cause: "quota_exceeded",
    pattern: /quota[^\n]{0,40} exceeded|exceed[^\n]{0,40} quota|QuotaExceeded|LimitExceeded/i,
  },
  {
    cause: "state_unavailable",
    pattern: /Backend initialization required|Error loading state|Failed to (?:load|save|persist) state/,
  },
  {
    cause: "configuration_invalid",
    pattern:
      /Error: (?:Invalid|Unsupported (?:argument|block type|attribute)|Reference to undeclared|Missing (?:required argument|newline)|Argument |Unclosed|Duplicate|Incorrect|Inconsistent conditional|Cycle)/,
    subject: TERRAFORM_PLACE,
  },
  { cause: "configuration_invalid", pattern: SAYS_CODE_UNREADABLE },
  { cause: "passphrase_wrong", pattern: /incorrect passphrase|passphrase must be set/ },
  { cause: "stack_missing", pattern: /no stack named '(?<subject>[^'\n]{1,200})'/ },

  { cause: "branch_missing", pattern: /Remote branch (?<subject>\S+) not found/ },
  { cause: "branch_missing", pattern: /couldn't find remote ref (?<subject>\S+)/ },
  {
    cause: "repository_missing",
    pattern: /'(?<subject>[^'\n]{1,300})' does not appear to be a git repository/,
  },
  { cause: "repository_missing", pattern: /repository '(?<subject>[^'\n]{1,300})'? (?:does not exist|not found)/ },
  {
    cause: "credentials_refused",
    pattern:
      /Authentication failed|could not read Username|\b401 Unauthorized|HTTP Error 40[13]|\b403 Forbidden|AccessDenied/,
  },
  {
    cause: "certificate_untrusted",
    pattern:
      /certificate verify failed|CERTIFICATE_VERIFY_FAILED|x509: |SSL certificate problem|self[- ]signed certificate/,
  },
  { cause: "address_not_found", pattern: /HTTP Error 404|Status code was 404|returned error: 404/ },
  { cause: "script_syntax", pattern: /(?<![^\s/])(?<file>[^\s/]+): line (?<line>\d+): syntax error/ },
  {
    cause: "script_syntax",
    pattern: /\b(?:SyntaxError|IndentationError|ParserError)\b/,
    subject: /File "(?:[^"\n]*\/)?(?<file>[^"/\n]+)", line (?<line>\d+)/,
  },
  { cause: "unset_variable", pattern: /\b(?<subject>\w+): (?:unbound variable|parameter not set)/ },
  {
    cause: "command_not_found",
    // But not Helm's release.
    pattern: /(?<![^\s:"])(?<subject>[^\s:"]+): (?:command )?not found(?<!\brelease: not found)/,
  },
  { cause: "command_not_found", pattern: /The term '(?<subject>[^'\n]{1,200})' is not recognized/ },
  { cause: "command_not_found", pattern: /exec(?:utable file)?: "(?<subject>[^"\n]{1,200})": [^\n]{0,40}not found/ },
  // So Python names a program that it cannot start; other files have a folder.
  { cause: "command_not_found", pattern: /No such file or directory: b'(?<subject>[^'/\n]{1,300})'/ },
  { cause: "file_not_found", pattern: /vars file (?<subject>\S+) was not found/ },
  { cause: "file_not_found", pattern: /Could not find or access '(?<subject>[^'\n]{1,300})'/ },
  { cause: "file_not_found", pattern: /No such file or directory: b?'(?<subject>[^'\n]{1,300})'/ },
  { cause: "file_not_found", pattern: /(?<![^\s:'"])(?<subject>[^\s:'"]+)'?: No such file or directory/ },
  { cause: "port_in_use", pattern: /Address already in use|EADDRINUSE/ },
  { cause: "connection_refused", pattern: /Connection refused|Couldn't connect to server|ECONNREFUSED/i },
  {
    cause: "connection_timed_out",
    pattern:
      /Timeout when waiting for|Connection timed out|Operation timed out|Timeout[^\n]{0,40}expired|i\/o timeout|context deadline exceeded|ETIMEDOUT/i,
  },
  { cause: "host_unreachable", pattern: /\[(?<subject>[^[\]\n]{1,200})\]: UNREACHABLE!/ },
  { cause: "host_unreachable", pattern: /No route to host|Network is unreachable/ },
  {
    cause: "permission_denied",
    pattern: /Permission denied|(?:is|Destination \S+) not writable\b|Operation not permitted|EACCES/,
  },
  { cause: "already_exists", pattern: /already exists|AlreadyExists|File exists/ },
  {
    cause: "provisioner_failed",
    pattern: /(?:local|remote)-exec provisioner error/,
    subject: /exit status (?<subject>\d+)/,
  },
  { cause: "assertion_failed", pattern: /"evaluated_to": ?false|\bAssertion failed\b/ },
  { cause: "module_crashed", pattern: /MODULE FAILURE|Module result deserialization failed/ },
  { cause: "killed", pattern: /"rc": ?(?:-9|137)\b/ },
  { cause: "command_failed", pattern: /non-zero return code/, subject: /"rc": ?(?<subject>-?\d+)/ },
];

export type Match = { cause: Cause; subject: string };

/** The cause that the passage of an error shows; null if none is known. Its subject may be named elsewhere in the context. */
export function findCause(passage: string, context = passage): Match | null {
  for (const { cause, pattern, subject } of RULES) {
    const match = pattern.exec(passage);
    if (match) return { cause, subject: subjectOf(match) || subjectOf(subject?.exec(context)) };
  }
  return null;
}

const subjectOf = (match: RegExpExecArray | null | undefined): string => {
  const { subject, file, line } = match?.groups ?? {};
  return (file ? [file, line].filter(Boolean).join(":") : (subject ?? "")).trim();
};
