import { type ChildProcess, spawn } from "node:child_process";
import { constants, generateKeyPairSync, type KeyObject, privateDecrypt } from "node:crypto";
import { createInterface } from "node:readline";

/** What Semaphore's runner reads of a GET. */
type State = {
  CurrentJobs: { id: number; status: string }[] | null;
  new_jobs: Job[] | null;
  access_keys: Record<string, { type: string; login_password: { password: string }; ssh: { private_key: string } }>;
};
type Job = {
  Username: string;
  task: { id: number; status: string };
  template: { app: string; playbook: string; arguments: string };
  inventory: { type: string; inventory: string };
  repository: { git_url: string; git_branch: string; ssh_key_id: number };
  environment: { json: string; env: string; secrets: { type: string; name: string; secret: string }[] };
};
type LogRecord = { time: string; message: string };
type Running = { job: Job; status: string; records: LogRecord[]; process: ChildProcess | null };

const FINAL = ["success", "error", "stopped"];
const PATH = "/api/internal/runners";

export type LegacyOptions = {
  url: string;
  token: string;
  /** Of a runner that registered a public key. */
  key?: KeyObject;
  /** Newer releases send what got no answer again; older ones have dropped it by then. */
  keepsUnsent?: boolean;
};

/** Semaphore's runner as its wire is documented: each tick a PUT and a GET; every fifth begins one job, with real bash. */
export class LegacyRunner {
  readonly running = new Map<number, Running>();
  readonly queue: Job[] = [];
  /** Ids of the tasks whose program was started, each time. */
  readonly started: number[] = [];
  /** Statuses and bodies of failed calls. */
  readonly problems: string[] = [];
  /** The last decoded answer to a GET. */
  state: State | null = null;
  /** Ids of the tasks that it was told to end, once or more often. */
  readonly terminated = new Set<number>();
  private timer: NodeJS.Timeout | null = null;
  private turn: Promise<void> = Promise.resolve();
  private ticks = 0;

  constructor(readonly options: LegacyOptions) {}

  /** Sends the body of Semaphore's `runner register`; `release` says which fields that knows. */
  static register(url: string, body: object): Promise<Response> {
    return fetch(url + PATH, { method: "POST", body: JSON.stringify({ webhook: "", max_parallel_tasks: 0, ...body }) });
  }

  run(everyMs = 50): this {
    this.timer = setInterval(() => {
      this.turn = this.turn.then(() => this.tick());
    }, everyMs);
    return this;
  }

  /** As a process that is killed: its jobs go on unwatched, and nothing more is sent. */
  async vanish(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.turn;
  }

  async kill(): Promise<void> {
    await this.vanish();
    for (const { process } of this.running.values()) process?.kill("SIGKILL");
  }

  async tick(): Promise<void> {
    await this.put();
    await this.get();
    if (this.ticks++ % 5 === 4) this.beginNext();
  }

  async put(): Promise<void> {
    const sent = [...this.running.values()].map((running) => ({
      running,
      status: running.status,
      records: [...running.records],
    }));
    const jobs = sent.map(({ running, status, records }) => ({
      ID: running.job.task.id,
      Status: status,
      LogRecords: records,
    }));
    if (!this.options.keepsUnsent) this.forget(sent);
    const reply = await this.call("PUT", JSON.stringify({ Jobs: jobs.length > 0 ? jobs : null }));
    if (!reply) return;
    if (this.options.keepsUnsent) this.forget(sent);
    const { terminated_jobs } = (await reply.json()) as { terminated_jobs: number[] };
    for (const id of terminated_jobs) this.terminated.add(id);
  }

  private forget(sent: { running: Running; status: string; records: LogRecord[] }[]): void {
    for (const { running, status, records } of sent) {
      running.records.splice(0, records.length);
      if (FINAL.includes(status)) this.running.delete(running.job.task.id);
    }
  }

  async get(): Promise<void> {
    const reply = await this.call("GET");
    if (!reply) return;
    const body = Buffer.from(await reply.arrayBuffer());
    this.state = JSON.parse((this.options.key ? decrypt(this.options.key, body) : body).toString()) as State;
    for (const { id, status } of this.state.CurrentJobs ?? []) this.hear(id, status);
    for (const job of this.state.new_jobs ?? []) {
      if (!this.running.has(job.task.id) && !this.queue.some(({ task }) => task.id === job.task.id))
        this.queue.push(job);
    }
  }

  unregister(): Promise<Response> {
    return fetch(this.options.url + PATH, { method: "DELETE", headers: { "X-Runner-Token": this.options.token } });
  }

  /** Kills a job one poll after it has learned that the job is stopping, and forgets what it does not know. */
  private hear(id: number, status: string): void {
    const running = this.running.get(id);
    if (!running) return;
    if (["stopping", "stopped"].includes(running.status)) running.process?.kill("SIGKILL");
    if (FINAL.includes(running.status)) return;
    if (running.status === "running" && ["starting", "waiting"].includes(status)) return;
    if (running.status === "stopping" && !FINAL.includes(status)) return;
    running.status = status;
  }

  private beginNext(): void {
    const job = this.queue.shift();
    if (!job) return;
    const running: Running = { job, status: "running", records: [], process: null };
    this.running.set(job.task.id, running);
    this.started.push(job.task.id);
    this.log(running, `Preparing: ${job.task.id}`);
    const { template, environment, repository } = job;
    const variables = Object.entries(JSON.parse(environment.json) as object).map(([name, value]) => `${name}=${value}`);
    const child = spawn("bash", [template.playbook, ...(JSON.parse(template.arguments) as string[]), ...variables], {
      cwd: repository.git_url,
      env: { PATH: process.env.PATH, ...JSON.parse(environment.env), ...secretsOf(job) },
    });
    running.process = child;
    for (const output of [child.stdout, child.stderr])
      createInterface({ input: output }).on("line", (message) => this.log(running, message));
    child.on("close", (code) => {
      if (FINAL.includes(running.status)) return;
      running.status = code === 0 ? "success" : running.status === "stopping" ? "stopped" : "error";
    });
  }

  /** With the nanoseconds and the zone that Go writes. */
  log(running: Running, message: string): void {
    running.records.push({ time: new Date().toISOString().replace("Z", "456789+00:00"), message });
  }

  private async call(method: string, body?: string): Promise<Response | null> {
    try {
      const headers = { "X-Runner-Token": this.options.token };
      const reply = await fetch(this.options.url + PATH, { method, headers, body });
      if (reply.status < 400) return reply;
      this.problems.push(`${reply.status} ${await reply.text()}`);
    } catch (error) {
      this.problems.push(String(error));
    }
    return null;
  }
}

const secretsOf = ({ environment }: Job) =>
  Object.fromEntries(environment.secrets.map(({ name, secret }) => [name, secret]));

/** A key as Semaphore's `runner register` makes it: PKCS #1 bytes below the heading of the other format. */
export function legacyKeyPair(): { key: KeyObject; pem: string } {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const body = publicKey.export({ format: "der", type: "pkcs1" }).toString("base64").replace(/.{64}/g, "$&\n");
  return { key: privateKey, pem: `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n` };
}

/** By hand, because Node may refuse to remove this padding. */
function decrypt(key: KeyObject, body: Buffer): Buffer {
  const size = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  const blocks: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, body.subarray(at, at + size));
    if (block[0] !== 0 || block[1] !== 2) throw new Error("not PKCS #1 v1.5");
    blocks.push(block.subarray(block.indexOf(0, 2) + 1));
  }
  return Buffer.concat(blocks);
}
