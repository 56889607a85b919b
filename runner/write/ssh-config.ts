import { refuse } from "@/runner/write/values";

/** Settings by keyword. */
export type SshSettings = Record<string, string>;

/** An ssh_config file whose settings apply to every host. Throws TaskProblem. */
export const sshConfig = (settings: SshSettings): string =>
  `Host *\n${Object.entries(settings)
    .map(([keyword, value]) => `  ${sshSetting(keyword, value)}\n`)
    .join("")}`;

/** One setting, as a line of a file or after `-o`. Throws TaskProblem. */
export function sshSetting(keyword: string, value: string): string {
  if (AMBIGUOUS.test(value)) refuse(`the value of ${keyword}`, "a configuration of ssh");
  return `${keyword} "${value}"`;
}

/** Characters that end the line or the quotes, or that some version interprets: tokens, variables, escapes. */
const AMBIGUOUS = /[\p{Cc}\p{Surrogate}"%]|\$\{|^[$~]|\\(?=[\\' ]|$)/u;
