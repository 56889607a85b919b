/** Who may set a variable: only members who manage the project's resources, or nobody. */
type Use = "managers" | "nobody";

/** A decision for each name that has a meaning for a program a task starts; `*` matches any ending. */
export const VARIABLE_DECISIONS: readonly { name: string; use: Use; why: string }[] = [
  { name: "SIGNALBOX_*", use: "nobody", why: "Signalbox's own: task marks and password files" },
  { name: "PATH", use: "nobody", why: "chooses which programs the runner starts" },
  { name: "HOME", use: "nobody", why: "each task has its own, which is removed with it" },
  {
    name: "SSH_AUTH_SOCK",
    use: "nobody",
    why: "leads to the agent with the inventory's key, or to another task's agent",
  },
  { name: "SSH_ASKPASS*", use: "nobody", why: "answers password prompts instead of the runner" },
  { name: "LD_*", use: "nobody", why: "loads code into every program, the runner's own shell included" },
  { name: "DYLD_*", use: "nobody", why: "the same on macOS" },
  { name: "GCONV_PATH", use: "nobody", why: "loads code into every program that converts text" },
  { name: "GLIBC_TUNABLES", use: "nobody", why: "changes the C library of every program" },
  { name: "BASH_ENV", use: "nobody", why: "runs a file before every bash script" },
  { name: "BASH_FUNC_*", use: "nobody", why: "replaces commands in every bash script" },
  { name: "SHELLOPTS", use: "nobody", why: "switches tracing on, which prints secrets" },
  { name: "BASHOPTS", use: "nobody", why: "changes how every bash script is read" },
  { name: "NODE_OPTIONS", use: "nobody", why: "loads code into every Node.js program" },
  { name: "GIT_*", use: "nobody", why: "redirects git and names programs for it to run" },
  { name: "PYTHONHOME", use: "nobody", why: "replaces Python's standard library, Ansible's included" },
  { name: "TF_CLI_ARGS*", use: "nobody", why: "adds arguments, `-destroy` among them; they belong in the template" },
  { name: "__proto__", use: "nobody", why: "is not usable as a name in JavaScript objects" },
  {
    name: "PYTHONPATH",
    use: "managers",
    why: "tells scripts where their modules are, and loads code into Ansible too",
  },
  { name: "PYTHONSTARTUP", use: "managers", why: "runs a file in Python" },
  { name: "PYTHONUSERBASE", use: "managers", why: "names packages for every Python program" },
  {
    name: "ANSIBLE_*",
    use: "managers",
    why: "`ANSIBLE_CONFIG` picks a configuration of the repository; plug-ins run code",
  },
  { name: "TF_CLI_CONFIG_FILE", use: "managers", why: "names where providers, which are programs, come from" },
  { name: "TF_REATTACH_PROVIDERS", use: "managers", why: "names running programs as providers" },
  { name: "TF_DATA_DIR", use: "managers", why: "names a folder with providers and modules" },
  { name: "PERL5*", use: "managers", why: "loads code into every Perl program" },
  { name: "RUBYOPT", use: "managers", why: "loads code into every Ruby program" },
  { name: "RUBYLIB", use: "managers", why: "loads code into every Ruby program" },
  { name: "JAVA_TOOL_OPTIONS", use: "managers", why: "loads code into every Java program" },
  { name: "TMPDIR", use: "managers", why: "may name a larger disk; what is left there stays" },
];

const useOf = (name: string): Use | null =>
  VARIABLE_DECISIONS.find((decision) => fits(decision.name, name))?.use ?? null;

const fits = (pattern: string, name: string): boolean =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** Whether an extra variable may have it: as `name=value` on a command line it must not look like an option. */
export const isExtraVariableName = (name: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,199}$/u.test(name);

/** Whether every program can read an environment variable by this name. */
export const isEnvironmentName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,199}$/.test(name);

/** Whether no task variable may have this name, whoever sets it. */
export const isReservedVariable = (name: string): boolean => useOf(name) === "nobody";

/** Whether a survey, a webhook or the API may not set this variable. */
export const isRestrictedVariable = (name: string): boolean => useOf(name) !== null;
