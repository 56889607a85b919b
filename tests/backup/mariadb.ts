import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/listen";
import { findTool } from "../support/tools";

const SMALL = ["--innodb-log-file-size=4M", "--innodb-buffer-pool-size=8M"];

/** A real MariaDB on 127.0.0.1 with a database `semaphore`, made by these statements, for the user `me` with a password. */
export async function mariadb(password: string, statements: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-mariadb-"));
  const own = ["--no-defaults", `--user=${userInfo().username}`, `--datadir=${join(folder, "data")}`, ...SMALL];
  const install = ["--auth-root-authentication-method=normal", "--skip-test-db"];
  execFileSync(findTool("mariadb-install-db") ?? "mariadb-install-db", [...own, ...install], { stdio: "ignore" });
  const init = join(folder, "init.sql");
  const user = [
    `create user me@'127.0.0.1' identified by '${password}'`,
    "grant select on semaphore.* to me@'127.0.0.1'",
  ];
  const all = ["create database semaphore", "use semaphore", ...statements, ...user];
  writeFileSync(init, all.map((statement) => `${statement};\n`).join(""));
  const port = await freePort();
  const places = [`--port=${port}`, "--bind-address=127.0.0.1", `--socket=${join(folder, "socket")}`];
  const args = [...own, ...places, `--pid-file=${join(folder, "pid")}`, `--init-file=${init}`];
  const child = spawn(findTool("mariadbd") ?? "mariadbd", args, { stdio: ["ignore", "ignore", "pipe"] });
  await ready(child);
  return {
    url: `mysql://me:${encodeURIComponent(password)}@127.0.0.1:${port}/semaphore`,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function ready(child: ReturnType<typeof spawn>): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on("data", (bytes) => {
      log += bytes;
      if (log.includes("ready for connections")) resolve();
    });
    child.once("exit", () => reject(new Error(`mariadbd ended:\n${log}`)));
  });
}
