import { spawn } from "node:child_process";
import { StartProblem } from "../problem";
import { packageRoot, programArguments } from "../programs";
import { settled } from "./child";
import type { Preparation, Prepared } from "./prepare";

/**
 * Migrates the database and makes the first administrator and the local runner, in a process of its own: this one would keep
 * the memory that Drizzle and the whole schema take.
 */
export function prepareDatabase(environment: NodeJS.ProcessEnv, stopped: AbortSignal): Promise<Prepared> {
  const child = spawn(process.execPath, programArguments("prepare"), {
    cwd: packageRoot,
    env: environment,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const end = () => child.kill("SIGKILL");
  stopped.addEventListener("abort", end);
  return new Promise((resolve, reject) => {
    child.once("message", (preparation: Preparation) =>
      "problem" in preparation ? reject(new StartProblem(preparation.problem)) : resolve(preparation),
    );
    void settled(child).then((how) => {
      stopped.removeEventListener("abort", end);
      reject(new StartProblem(`The database could not be prepared (${how}); see the messages above`));
    });
  });
}
