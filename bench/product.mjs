import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { io } from "socket.io-client";
import { root } from "../scripts/ensure.mjs";

const PASSWORD = "bench password";

let folder = root;

/** Where the measured product is built. */
export const productFolder = () => folder;

/** From now on measures the product that is built in another folder. */
export function measureProductIn(other) {
  folder = other;
}

/** Starts the built product on its own port and data folder, signs in, and returns a small client for it. */
export async function startProduct(settings = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-bench-"));
  // The bundled database runs as another user when root starts it, so it needs access to this folder.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["dist/cli.mjs", "start"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      SIGNALBOX_DATA_DIR: dataDir,
      SIGNALBOX_ADMIN_PASSWORD: PASSWORD,
      ...settings,
    },
  });
  await until(async () => (await fetch(`${url}/api/health/ready`).catch(() => null))?.ok);
  const login = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    body: JSON.stringify({ auth: "admin", password: PASSWORD }),
  });
  const cookie = login.headers.get("set-cookie").split(";", 1)[0];
  const client = new Client(url, cookie);
  const waitsForRunner = settings.SIGNALBOX_LOCAL_RUNNER !== "off";
  if (waitsForRunner) await until(async () => (await client.get("/runners")).some(({ connected }) => connected));
  return {
    client,
    dataDir,
    /** Of the supervisor. */
    pid: child.pid,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts it without a runner, so that tasks stay in the queue, and stops it after `measure`. */
export async function withIdleProduct(measure) {
  const { stop, ...product } = await startProduct({ SIGNALBOX_LOCAL_RUNNER: "off" });
  try {
    await measure(product);
  } finally {
    await stop();
  }
}

/** API client of a signed-in user. */
class Client {
  constructor(url, cookie) {
    this.url = url;
    this.cookie = cookie;
  }

  async call(method, path, body) {
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      headers: { cookie: this.cookie },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  }

  get = (path) => this.call("GET", path);
  post = (path, body) => this.call("POST", path, body ?? {});

  /** The socket of a connected browser. */
  async socket() {
    const socket = io(this.url, { transports: ["websocket"], extraHeaders: { cookie: this.cookie } });
    await new Promise((resolve, reject) => socket.on("connect", resolve).on("connect_error", reject));
    return socket;
  }

  /** Creates a project with one bash template for each script of the repository. */
  async project(gitUrl, branch, scripts, template = {}) {
    const { id: project } = await this.post("/projects", { name: `Bench ${Date.now()}` });
    const [key] = await this.get(`/project/${project}/keys`);
    const [environment] = await this.get(`/project/${project}/environment`);
    const repository = await this.post(`/project/${project}/repositories`, {
      name: "r",
      git_url: gitUrl,
      git_branch: branch,
      ssh_key_id: key.id,
    });
    const templates = [];
    for (const playbook of scripts) {
      const common = { app: "bash", repository_id: repository.id, environment_id: environment.id };
      templates.push(
        await this.post(`/project/${project}/templates`, { name: playbook, playbook, ...common, ...template }),
      );
    }
    return { project, templates };
  }
}

export async function until(check, ms = 60_000) {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    const answer = await check();
    if (answer) return answer;
    await pause(50);
  }
  throw new Error("waited in vain");
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export const percentile = (values, p) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * p) / 100))];

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
