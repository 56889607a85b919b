import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunnerProcess } from "./runner-process";
import { until } from "./until";

/** Counts the trips of file calls through the thread pool, between two signals. */
const COUNTER = `
const { createHook } = require("node:async_hooks");
const { writeFileSync } = require("node:fs");
let count = 0;
let isOn = false;
createHook({ init: (_, type) => { if (isOn && type.startsWith("FSREQ")) count++; } }).enable();
process.on("SIGUSR2", () => {
  if (isOn) writeFileSync(process.env.LC_COUNTED, String(count), { flush: true });
  isOn = !isOn;
});
`;

/** Environment with which a runner counts, and the calls during a piece of its work. */
export function fileCalls(folder: string) {
  const counter = join(folder, "counter.cjs");
  const result = join(folder, "counted");
  writeFileSync(counter, COUNTER);
  return {
    env: { NODE_OPTIONS: `--require ${counter}`, LC_COUNTED: result },
    async during(runner: RunnerProcess, work: () => Promise<void>): Promise<number> {
      runner.child.kill("SIGUSR2");
      await work();
      runner.child.kill("SIGUSR2");
      const text = () => (existsSync(result) ? readFileSync(result, "utf8") : "");
      await until("the runner has counted", () => text() !== "", { everyMs: 10 });
      return Number(text());
    },
  };
}
