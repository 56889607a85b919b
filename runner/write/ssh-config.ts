import type { SshServer } from "@/runner/git/source";
import { refuse } from "@/runner/write/values";

/** Settings by keyword. */
export type SshSettings = Record<string, string>;

/** An ssh_config file: the settings of one server, which win there, and those of every host. Throws TaskProblem. */
export function sshConfig(settings: SshSettings, server?: SshServer, ofServer: SshSettings = {}): string {
  const first = server ? `${onlyFor(server)}\n${linesOf(ofServer)}` : "";
  return `${first}Host *\n${linesOf(settings)}`;
}

const linesOf = (settings: SshSettings): string =>
  Object.entries(settings)
    .map(([keyword, value]) => `  ${sshSetting(keyword, value)}\n`)
    .join("");

/** ssh has no other criterion for the port. */
function onlyFor({ host, port }: SshServer): string {
  if (NO_HOST.test(host)) refuse("the host of the repository", "a configuration of ssh");
  return `Match originalhost "${host}" exec "test %p = ${port}"`;
}

/** Characters of patterns, and those that end the line or the quotes. */
const NO_HOST = /[\p{Cc}\p{Surrogate}\s"\\*?!,]/u;

/** One setting, as a line of a file or after `-o`. Throws TaskProblem. */
export function sshSetting(keyword: string, value: string): string {
  if (AMBIGUOUS.test(value)) refuse(`the value of ${keyword}`, "a configuration of ssh");
  return `${keyword} "${value}"`;
}

/** Characters that end the line or the quotes, or that some version interprets: tokens, variables, escapes. */
const AMBIGUOUS = /[\p{Cc}\p{Surrogate}"%]|\$\{|^[$~]|\\(?=[\\' ]|$)/u;
