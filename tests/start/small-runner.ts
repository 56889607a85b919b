// Replaces the runner in tests of the supervisor: a process that can be stopped once it has printed its line.

const timer = setInterval(() => {}, 60_000);

process.on("SIGTERM", () => {
  process.stdout.write("runner stops\n");
  clearInterval(timer);
});

process.stdout.write(`runner ${JSON.stringify({ pid: process.pid, environment: process.env })}\n`);
