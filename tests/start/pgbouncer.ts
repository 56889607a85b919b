import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect } from "@/db/connect";
import { freePort } from "../support/listen";
import { findTool } from "../support/tools";

export type Pgbouncer = { url: string; stop: () => Promise<void> };

/** A PgBouncer of its own in transaction mode, in front of the test's database. */
export async function startPgbouncer(databaseUrl: string): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { host, target, name } = targetOf(databaseUrl);
  const settings = [
    ...["[databases]", `${name} = ${target} dbname=${name}`, "[pgbouncer]"],
    ...["listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir ="],
    ...["auth_type = any", "pool_mode = transaction", "default_pool_size = 10", "max_client_conn = 200"],
  ];
  writeFileSync(join(folder, "pgbouncer.ini"), `${settings.join("\n")}\n`);
  if (host.startsWith("/")) await trustSocket(databaseUrl, name);
  // Never as root; the owner of the socket's folder may connect.
  const { uid, gid } = statSync(host.startsWith("/") ? host : folder);
  const child = spawn(findTool("pgbouncer") ?? "pgbouncer", [join(folder, "pgbouncer.ini")], {
    ...(process.getuid?.() === 0 && { uid, gid }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => (output = (output + chunk).slice(-5000)));
  const url = `postgres://any@127.0.0.1:${port}/${name}`;
  if (!(await answers(url, child))) throw new Error(`PgBouncer does not answer:\n${output}`);
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      const timer = setTimeout(() => child.kill("SIGKILL"), 2_000);
      await ended;
      clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The scratch server lets only this process's user in, as whom PgBouncer does not run when that is root. */
async function trustSocket(databaseUrl: string, name: string): Promise<void> {
  const admin = connect(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [row] = await admin<{ file: string }[]>`select current_setting('hba_file') as file`;
    const file = row?.file ?? "";
    writeFileSync(file, `local "${name}" all trust\n${readFileSync(file, "utf8")}`);
    await admin`select pg_reload_conf()`;
  } finally {
    await admin.end({ timeout: 1 });
  }
}

/** The server in the form of PgBouncer's configuration. */
function targetOf(databaseUrl: string): { host: string; target: string; name: string } {
  const [address = "", query = ""] = databaseUrl.split("?");
  const parameters = new URLSearchParams(query);
  const name = address.slice(address.lastIndexOf("/") + 1);
  const given = URL.canParse(address) ? new URL(address) : null;
  const host = parameters.get("host") ?? given?.hostname ?? "127.0.0.1";
  const port = parameters.get("port") ?? (given?.port || "5432");
  const user = parameters.get("user") ?? given?.username ?? "postgres";
  const password = parameters.get("password") ?? given?.password;
  return { host, target: `host=${host} port=${port} user=${user}${password ? ` password=${password}` : ""}`, name };
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  for (let tries = 0; tries < 40 && child.exitCode === null; tries++) {
    const client = connect(url, { max: 1, isPooled: true, onnotice: () => {} });
    try {
      await client`select 1`.simple();
      return true;
    } catch {
      // Not listening yet.
      await sleep(50);
    } finally {
      await client.end({ timeout: 1 });
    }
  }
  return false;
}
