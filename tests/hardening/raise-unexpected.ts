import { setImmediate } from "node:timers/promises";
import { scrape } from "@/lib/server/metrics/metrics";
import { handleUnexpected } from "@/lib/server/unexpected";

// A process for unexpected.test.ts: raises a number of errors and reports that it is still running.

const [count, how] = process.argv.slice(2);
handleUnexpected(() => process.exit(7));

for (let n = 0; n < Number(count); n++) {
  if (how === "rejection") void Promise.reject(new Error("nobody waits for this"));
  else
    queueMicrotask(() => {
      throw new Error("nobody catches this");
    });
  await setImmediate();
}
process.stdout.write(`${(await scrape()).text}\nstill here\n`);
process.exit(0);
