// Stands where the runner stands, for the tests of the supervisor.

const timer = setInterval(() => {}, 60_000);

process.stdout.write(`runner ${JSON.stringify({ pid: process.pid, environment: process.env })}\n`);

process.on("SIGTERM", () => {
  process.stdout.write("runner stops\n");
  clearInterval(timer);
});
