import { lockDataDir } from "@/runner/daemon/data-lock";

// Locks a runner's data directory at a given instant and keeps running, for the test that races several.

async function main(dataDir: string, at: number): Promise<void> {
  while (Date.now() < at);
  const outcome = await lockDataDir(dataDir).then(
    () => ({ held: true }),
    (error: Error) => ({ held: false, problem: error.message }),
  );
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
  process.stdin.resume();
}

void main(process.argv[2] ?? "", Number(process.argv[3]));
