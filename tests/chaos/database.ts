import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Embedded, startEmbedded } from "@/db/embedded";
import { migrate } from "@/db/migrate";

/**
 * A Postgres that can be killed and restarts with everything committed. Commits reach the kernel, which outlives the
 * process, so fsync is not needed.
 */
export class ChaosDatabase {
  private readonly folder = mkdtempSync(join(tmpdir(), "signalbox-chaos-pg-"));
  private running: Embedded | null = null;
  url = "";
  /** The path of its socket, the same after every start. */
  socket = "";

  /** Postgres may run as another user, who needs access to the folder. */
  constructor() {
    chmodSync(this.folder, 0o711);
  }

  async start(): Promise<void> {
    const parameters = { fsync: "off", full_page_writes: "off", synchronous_commit: "on" };
    this.running = await startEmbedded({ dataDir: join(this.folder, "data"), parameters });
    if (this.url === "") await migrate(this.running.url);
    this.url = this.running.url;
    this.socket = join(this.running.socketDir, ".s.PGSQL.5432");
  }

  /** Kills all of its processes at once. */
  async kill(): Promise<void> {
    const { running } = this;
    for (const pid of this.pids) send(pid, "SIGKILL");
    this.running = null;
    await running?.exited;
  }

  /** Kills one backend process; Postgres then restarts all of them. */
  killBackend(choose: (pids: number[]) => number): void {
    const backends = this.pids.slice(1);
    if (backends.length > 0) send(choose(backends), "SIGKILL");
  }

  signalAll(name: "SIGSTOP" | "SIGCONT"): void {
    for (const pid of this.pids) send(pid, name);
  }

  async stop(): Promise<void> {
    this.signalAll("SIGCONT");
    await this.running?.stop({ force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The postmaster's pid, then its children's. While it is down the file may name no process, or an unrelated one. */
  private get pids(): number[] {
    if (!this.running) return [];
    const [pid = ""] = readOr(join(this.folder, "data/postgres/cluster/postmaster.pid")).split("\n");
    if (pid === "") return [];
    const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === Number(pid));
    return [Number(pid), ...children.map(Number)];
  }
}

const parentOf = (pid: string) => Number(/\) \S (\d+)/.exec(readOr(`/proc/${pid}/stat`))?.[1]);

function readOr(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It has ended meanwhile, or is down.
    return "";
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
}
