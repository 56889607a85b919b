import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, createServer as createTcpServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, type Listening, listen } from "./listen";
import { findTool } from "./tools";
import { until } from "./until";

/** A certificate for 127.0.0.1 and its own authority; returns the paths of both in PEM form. */
export function makeCertificate(folder: string): { key: string; cert: string; ca: string } {
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "ignore", cwd: folder });
  const keyed = ["-newkey", "rsa:2048", "-nodes"];
  openssl("req", "-x509", ...keyed, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test authority", "-days", "2");
  openssl("req", ...keyed, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=127.0.0.1");
  writeFileSync(at("names"), "subjectAltName=IP:127.0.0.1\n");
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names", "-days", "2"];
  openssl("x509", "-req", "-in", "server.csr", "-out", "server.pem", ...signed);
  return { key: at("server.key"), cert: at("server.pem"), ca: at("ca.pem") };
}

/**
 * `git http-backend` behind a small server that requires a name and password; repositories are below `root`. With TLS if
 * a certificate is given.
 */
export async function serveHttp(
  root: string,
  login: string,
  password: string,
  certificate?: { key: string; cert: string },
): Promise<Listening & { asked: string[] }> {
  const asked: string[] = [];
  const expected = `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`;
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.headers.authorization ?? "-"} ${request.url}`);
    if (request.headers.authorization !== expected) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    const child = spawn("git", ["http-backend"], {
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "safe.directory",
        GIT_CONFIG_VALUE_0: "*",
        PATH_INFO: pathname,
        QUERY_STRING: searchParams.toString(),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"]?.toString() ?? "",
        GIT_PROTOCOL: request.headers["git-protocol"]?.toString() ?? "",
      },
    });
    request.pipe(child.stdin);
    const parts: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.on("close", () => {
      const reply = Buffer.concat(parts);
      const end = reply.indexOf("\r\n\r\n");
      const headers = reply
        .subarray(0, end)
        .toString()
        .split("\r\n")
        .map((line) => line.split(": "));
      const status = headers.find(([name]) => name === "Status")?.[1];
      for (const [name = "", value = ""] of headers) if (name !== "Status") response.setHeader(name, value);
      response.writeHead(Number(status?.split(" ")[0] ?? 200)).end(reply.subarray(end + 4));
    });
  };
  const tls = certificate && { key: readFileSync(certificate.key), cert: readFileSync(certificate.cert) };
  return { ...(await listen(tls ? createTlsServer(tls, answer) : createServer(answer))), asked };
}

/** Redirects every request to another address. */
export async function serveRedirect(target: string): Promise<Listening & { asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers.authorization ?? "-"} ${request.url}`);
    response.writeHead(302, { location: `${target}${request.url}` }).end();
  });
  return { ...(await listen(server)), asked };
}

/** Leads to another port; what comes from there comes in pieces of so many bytes, twenty in a second. */
export const relaySlowly = (port: number, bytes: number): Promise<Listening> =>
  listen(
    createTcpServer((from) => {
      const to = connect(port, "127.0.0.1");
      async function* slowly(answers: AsyncIterable<Buffer>) {
        for await (const answer of answers)
          for (let at = 0; at < answer.length; at += bytes) {
            yield answer.subarray(at, at + bytes);
            await delay(50);
          }
      }
      for (const way of [pipeline(from, to), pipeline(to, slowly, from)]) way.catch(() => to.destroy());
    }),
  );

/** Accepts connections and never sends anything; a client that gives up is no error. */
export async function serveSilence(): Promise<Listening & { asked: Promise<unknown> }> {
  const server = createTcpServer((socket) => void socket.on("error", () => undefined));
  const asked = once(server, "connection");
  return { ...(await listen(server)), asked };
}

export type SshServer = Pick<Listening, "port" | "stop"> & {
  user: string;
  /** The accepted private key, encrypted with the passphrase. */
  key: string;
  passphrase: string;
  /** Replaces the server's host key. */
  changeHostKey(): Promise<void>;
};

/** A real sshd on 127.0.0.1 that accepts one key; its files are in `folder`. */
export async function serveSsh(folder: string): Promise<SshServer> {
  const base = mkdtempSync(join(folder, "sshd-"));
  const passphrase = "correct horse battery";
  makeKey(join(base, "user"), passphrase);
  writeFileSync(join(base, "authorized_keys"), readFileSync(join(base, "user.pub")), { mode: 0o600 });
  chmodSync(base, 0o700);
  // As root, sshd requires its privilege separation directory.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const port = await freePort();
  let generation = 0;
  const settings = [
    `AuthorizedKeysFile ${join(base, "authorized_keys")}`,
    "PasswordAuthentication no",
    "PermitRootLogin yes",
  ];
  const begin = () => startSshd(base, port, `host-${++generation}`, settings);
  let child = await begin();
  const stop = () => end(child);
  return {
    port,
    user: userInfo().username,
    key: readFileSync(join(base, "user"), "utf8"),
    passphrase,
    stop,
    async changeHostKey() {
      await stop();
      child = await begin();
    },
  };
}

export type PasswordServer = Pick<Listening, "port" | "stop"> & {
  /** The users that it was told a password for, all of which it rejects. */
  told(): string[];
};

/** A real sshd on 127.0.0.1 that asks for passwords; its files are in `folder`. */
export async function servePasswords(folder: string): Promise<PasswordServer> {
  const base = mkdtempSync(join(folder, "sshd-"));
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const port = await freePort();
  const settings = ["PasswordAuthentication yes", "KbdInteractiveAuthentication no", "MaxStartups 100"];
  const child = await startSshd(base, port, "host", settings);
  return {
    port,
    stop: () => end(child),
    told: () =>
      [...readFileSync(join(base, "log"), "utf8").matchAll(/Failed password for (?:invalid user )?(\S+)/g)].map(
        ([, user = ""]) => user,
      ),
  };
}

async function startSshd(base: string, port: number, hostKey: string, settings: string[]) {
  makeKey(join(base, hostKey), "");
  const config = [
    `Port ${port}`,
    "ListenAddress 127.0.0.1",
    `HostKey ${join(base, hostKey)}`,
    `PidFile ${join(base, "pid")}`,
    "StrictModes no",
    "UsePAM no",
    ...settings,
  ];
  writeFileSync(join(base, "config"), `${config.join("\n")}\n`);
  const args = ["-D", "-E", join(base, "log"), "-f", join(base, "config")];
  const child = spawn(findTool("sshd") ?? "sshd", args, { stdio: "ignore" });
  await until("sshd answers", () => answers(port), { everyMs: 10 });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

export function makeKey(path: string, passphrase: string): string {
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", passphrase, "-f", path, "-C", "test"]);
  return readFileSync(path, "utf8");
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
