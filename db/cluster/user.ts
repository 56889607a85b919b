import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { errorCode } from "@/lib/process/error-code";
import { DatabaseProblem } from "./problem";

/** The account Postgres runs as. Has ids only if this process (root) must switch to it. */
export type RunUser = { name: string; uid?: number; gid?: number };

export type Outcome = { code: number | null; output: string };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Postgres refuses to run as root, so root uses the owner of an existing cluster, else postgres, else nobody. */
export function chooseUser(cluster: string): RunUser {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (!isRoot()) return ownAccount(cluster, owner?.uid);
  const accounts = readAccounts();
  if (owner && owner.uid !== 0) {
    const name = accounts.find((account) => account.uid === owner.uid)?.name ?? String(owner.uid);
    return { name, uid: owner.uid, gid: owner.gid };
  }
  const found = ["postgres", "nobody"].flatMap((name) => accounts.filter((account) => account.name === name))[0];
  if (!found) throw new DatabaseProblem("Postgres cannot run as root, and /etc/passwd has neither postgres nor nobody");
  return found;
}

function ownAccount(cluster: string, owner: number | undefined): RunUser {
  const uid = process.getuid?.();
  if (owner !== undefined && owner !== uid) {
    const name = readAccounts().find((account) => account.uid === owner)?.name ?? String(owner);
    throw new DatabaseProblem(`The database folder ${cluster} belongs to user ${name}; start as that user or as root`);
  }
  try {
    return { name: userInfo().username };
  } catch {
    // userInfo fails for a uid without an account, and so would initdb.
    throw new DatabaseProblem(`User id ${uid} has no entry in /etc/passwd, which Postgres needs`);
  }
}

function readAccounts(): { name: string; uid: number; gid: number }[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** Postgres gets none of our environment, which may hold secrets or PG* variables. */
export const postgresEnvironment = (home: string): NodeJS.ProcessEnv => ({
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
  HOME: home,
  LC_ALL: "C",
});

/** Runs a program as that account in `folder`. Rejects with the system's error if it cannot be started. */
export function runAs(user: RunUser, folder: string, program: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: postgresEnvironment(folder),
      stdio: ["ignore", "pipe", "pipe"],
      uid: user.uid,
      gid: user.gid,
    });
    let output = "";
    const collect = (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.on("error", (error) => reject(cannotChangeUser(error, user)));
    child.on("close", (code) => resolve({ code, output }));
  });
}

function cannotChangeUser(error: Error, user: RunUser): Error {
  if (user.uid === undefined || !["EPERM", "EINVAL"].includes(errorCode(error))) return error;
  return new DatabaseProblem(
    `This root may not change to user ${user.name}; start as an ordinary user or set DATABASE_URL`,
  );
}
