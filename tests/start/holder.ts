import { createInterface } from "node:readline";
import { connect } from "@/db/connect";
import { startEmbedded } from "@/db/embedded";

// A process with a bundled Postgres, for tests that kill one. Responds to each input line with a line of JSON.

const report = (message: Record<string, unknown>): boolean => process.stdout.write(`${JSON.stringify(message)}\n`);

async function main(dataDir: string): Promise<void> {
  const began = performance.now();
  const embedded = await startEmbedded({ dataDir, onNote: (note) => report({ note }) });
  const database = connect(embedded.url, { max: 1, onnotice: () => {} });
  report({ ready: true, fresh: embedded.fresh, socketDir: embedded.socketDir, ms: performance.now() - began });
  void embedded.exited.then(({ code }) => report({ exited: code }));
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === "stop") break;
    report({ rows: await database.unsafe(line) });
  }
  await database.end({ timeout: 1 });
  await embedded.stop();
  process.stdin.destroy();
}

main(process.argv[2] ?? "").catch((error: Error) => {
  report({ problem: error.message, name: error.name });
  process.exitCode = 1;
});
