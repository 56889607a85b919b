import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { execa } from "execa";
import type { KeySecret } from "@/lib/protocol/job";
import { type HostKeyLine, knownHostsLine, parseKnownHosts } from "@/lib/protocol/known-hosts";
import type { Source } from "@/runner/git/source";
import { type Finding, TaskProblem, toolMissing } from "@/runner/job/problem";
import { type Environment, findProgram } from "@/runner/process/environment";
import { makePrivate } from "@/runner/tree";
import type { Workspace } from "@/runner/workspace";
import { type SshSettings, sshConfig } from "@/runner/write/ssh-config";
import { oneLine, shellWord } from "@/runner/write/values";

type SshKey = Extract<KeySecret, { type: "ssh" }>;
type SshSource = Extract<Source, { kind: "ssh" }>;
type HttpSource = Extract<Source, { kind: "http" }>;

const AGENT_START_MS = 5_000;
const SSH_ADD_MS = 15_000;

/** Prints a secret file to the calling program. */
const ASKPASS = `#!/bin/sh
exec cat "$SIGNALBOX_ASKPASS_FILE"
`;
/** Works once, because ssh-add would ask forever with a wrong passphrase. A missing file means it was already used. */
const ASKPASS_ONCE = `#!/bin/sh
[ -e "$SIGNALBOX_ASKPASS_FILE" ] || exit 1
cat "$SIGNALBOX_ASKPASS_FILE" && rm "$SIGNALBOX_ASKPASS_FILE"
`;
/**
 * Answers only for the key's own server: redirects, submodules and Git LFS on other hosts, or without the TLS of the key's, get nothing.
 * The host ends the question of git, and that of git-lfs in its other quotes; before it, there may be a user name that looks like a host.
 */
const GIT_ASKPASS = `#!/bin/sh
url="\${1#* for ?}"
case "$url" in
  "https://"* | "$SIGNALBOX_ASKPASS_SCHEME://"*) ;;
  *) exit 1 ;;
esac
case "\${url#*://}" in
  "$SIGNALBOX_ASKPASS_HOST': " | *"@$SIGNALBOX_ASKPASS_HOST': ") ;;
  "$SIGNALBOX_ASKPASS_HOST\\"" | *"@$SIGNALBOX_ASKPASS_HOST\\"") ;;
  *) exit 1 ;;
esac
case "$1" in
  Username*) exec cat "$SIGNALBOX_ASKPASS_FILE.login" ;;
  *) exec cat "$SIGNALBOX_ASKPASS_FILE" ;;
esac
`;

type KeyFolders = Pick<Workspace, "secrets" | "sockets">;

/** An attempt's keys while in use: private agents until `closeAgents`, and files that are removed with the folder of secrets. */
export class Keychain {
  private readonly agents: Agent[] = [];
  private isLaidOut = false;

  /** `environment`: of the attempt's processes. `known`: the pinned host keys as known_hosts lines. */
  constructor(
    private readonly workspace: KeyFolders,
    private readonly environment: Environment,
    private readonly known: string,
  ) {}

  /** Makes the folders, with the known hosts. Without a program that may use ssh there are none. */
  layOut(): void {
    if (this.isLaidOut) return;
    makePrivate(this.workspace.secrets);
    makePrivate(this.workspace.sockets);
    writeFileSync(this.knownHostsFile, endLine(this.known), { mode: 0o600 });
    this.isLaidOut = true;
  }

  get knownHostsFile(): string {
    return join(this.workspace.secrets, "known_hosts");
  }

  /** Pids of the agents, which have to outlive the processes that use them. */
  get agentPids(): ReadonlySet<number> {
    return new Set(this.agents.map((agent) => agent.pid));
  }

  /** Environment with which git can access the source using the key. */
  async gitAccess(source: Source, key: KeySecret): Promise<Environment> {
    if (source.kind === "ssh") return this.sshAccess(source, key);
    if (source.kind === "http" && key.type === "login_password") return this.httpAccess(source, key);
    return {};
  }

  /** Equal for those that have the same key and expect the same of servers, so that one may fetch for the other. */
  accessWith(key: KeySecret): string {
    return createHash("sha256")
      .update(JSON.stringify([key, this.known]))
      .digest("hex");
  }

  /** Starts a private ssh-agent with the key and resolves with its socket. */
  async startAgent(key: SshKey): Promise<string> {
    this.layOut();
    const agent = await Agent.start(join(this.workspace.sockets, `agent-${this.agents.length}`), this.environment);
    this.agents.push(agent);
    const askpass = this.askpass(ASKPASS_ONCE, key.passphrase);
    await agent.add(key, { ...askpass, SSH_ASKPASS_REQUIRE: "force", DISPLAY: "none" });
    return agent.socket;
  }

  /** Host keys that were not known before. Untrusted: any program with access to the file may have added them. */
  async newKnownHosts(): Promise<HostKeyLine[]> {
    if (!this.isLaidOut) return [];
    const before = new Set(parseKnownHosts(this.known).map(knownHostsLine));
    const now = await readFile(this.knownHostsFile, "utf8").catch(() => "");
    return parseKnownHosts(now).filter((line) => !before.has(knownHostsLine(line)));
  }

  /** Stops all agents. */
  async closeAgents(): Promise<void> {
    await Promise.all(this.agents.splice(0).map((agent) => agent.stop()));
  }

  private async sshAccess(source: SshSource, key: KeySecret): Promise<Environment> {
    this.layOut();
    const settings = sshSettings(this.knownHostsFile);
    const login: SshSettings = key.type !== "none" && key.login !== "" ? { User: key.login } : {};
    if (key.type !== "login_password") {
      if (key.type === "ssh")
        Object.assign(settings, { IdentityAgent: await this.startAgent(key), IdentityFile: "none" });
      return this.withConfig(sshConfig({ ...settings, ...login }));
    }
    settings.PreferredAuthentications = "password,keyboard-interactive";
    settings.NumberOfPasswordPrompts = "1";
    // Servers of submodules and of Git LFS, which a commit may name, get neither the password nor the login.
    const config = sshConfig(settings, source, { ...login, BatchMode: "no" });
    // Without a GIT_ASKPASS of its own, git would also tell the password to web servers of submodules.
    const forSsh = { SSH_ASKPASS_REQUIRE: "force", DISPLAY: "none", GIT_ASKPASS: "" };
    return { ...this.askpass(ASKPASS, key.password), ...forSsh, ...this.withConfig(config) };
  }

  private withConfig(config: string): Environment {
    return { GIT_SSH_COMMAND: `ssh -F ${shellWord(this.secretFile(config))}`, GIT_SSH_VARIANT: "ssh" };
  }

  private httpAccess(source: HttpSource, key: Extract<KeySecret, { type: "login_password" }>): Environment {
    const { SSH_ASKPASS, ...file } = this.askpass(GIT_ASKPASS, key.password);
    // Hosts that take a token as the password accept any user name.
    writeFileSync(
      `${file.SIGNALBOX_ASKPASS_FILE}.login`,
      oneLine("the login of a key", key.login || source.user || "git"),
      {
        mode: 0o600,
      },
    );
    const server = { SIGNALBOX_ASKPASS_SCHEME: source.scheme, SIGNALBOX_ASKPASS_HOST: source.host };
    return { ...file, ...server, GIT_ASKPASS: SSH_ASKPASS ?? "" };
  }

  private askpass(script: string, answer: string): Environment {
    this.layOut();
    const program = join(this.workspace.secrets, `askpass-${randomBytes(6).toString("hex")}`);
    writeFileSync(program, script, { mode: 0o700 });
    return {
      SSH_ASKPASS: program,
      SIGNALBOX_ASKPASS_FILE: this.secretFile(oneLine("the password of a key", answer)),
    };
  }

  private secretFile(content: string): string {
    const path = join(this.workspace.secrets, randomBytes(8).toString("hex"));
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }
}

/** Asks nothing, accepts unknown host keys and rejects changed ones. */
const sshSettings = (UserKnownHostsFile: string): SshSettings => ({
  BatchMode: "yes",
  UserKnownHostsFile,
  GlobalKnownHostsFile: "/dev/null",
  StrictHostKeyChecking: "accept-new",
  HashKnownHosts: "no",
  CheckHostIP: "no",
  UpdateHostKeys: "no",
  ControlPath: "none",
  ConnectTimeout: "15",
  ServerAliveInterval: "15",
  ServerAliveCountMax: "4",
});

class Agent {
  private constructor(
    readonly socket: string,
    readonly pid: number,
    private readonly environment: Environment,
    private readonly ended: Promise<unknown>,
    private readonly end: () => void,
  ) {}

  static async start(socket: string, environment: Environment): Promise<Agent> {
    const program = findProgram("ssh-agent", environment, "/");
    if (!program) throw toolMissing("ssh-agent");
    const child = execa(program, ["-D", "-a", socket], {
      env: environment,
      extendEnv: false,
      stdio: "ignore",
      reject: false,
      detached: true,
    });
    const agent = new Agent(socket, child.pid ?? 0, environment, child, () => child.kill("SIGTERM"));
    await agent.whenReady();
    return agent;
  }

  async add(key: SshKey, asking: Environment): Promise<void> {
    const result = await execa("ssh-add", ["-q", "-"], {
      env: { ...this.environment, ...asking, SSH_AUTH_SOCK: this.socket },
      extendEnv: false,
      // OpenSSH's own format is identified by its first bytes.
      input: endLine(key.private_key.trimStart().replaceAll("\r\n", "\n")),
      detached: true,
      reject: false,
      timeout: SSH_ADD_MS,
    });
    if (result.failed) throw loadProblem(key, result.stderr ?? "");
  }

  async stop(): Promise<void> {
    this.end();
    await this.ended;
  }

  private async whenReady(): Promise<void> {
    for (let waited = 0; waited < AGENT_START_MS; waited += 5) {
      if (await acceptsConnections(this.socket)) return;
      await delay(5);
    }
    await this.stop();
    throw new TaskProblem("tool_failed", "ssh-agent could not be started");
  }
}

/** ssh-add prints nothing when it asks for the passphrase again and gets no answer: the first one was wrong. */
function loadProblem({ passphrase }: SshKey, complaint: string): TaskProblem {
  const problem = (text: string, finding: Finding) => new TaskProblem("key_invalid", text, finding);
  if (/invalid format|error in libcrypto/.test(complaint))
    return problem("the ssh key is in no format that ssh can read", { code: "key_format" });
  const [output = ""] = complaint.split("\n");
  if (output !== "") return problem(`the ssh key could not be loaded: ${output}`, { code: "key_refused", output });
  return passphrase === ""
    ? problem("the ssh key has a passphrase, and none is stored", { code: "passphrase_missing" })
    : problem("the passphrase of the ssh key is wrong", { code: "passphrase_wrong" });
}

/** The socket file exists shortly before anyone listens. */
const acceptsConnections = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const call = connect(socket, () => {
      call.destroy();
      resolve(true);
    });
    call.once("error", () => resolve(false));
  });

const endLine = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
