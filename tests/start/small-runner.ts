// Stands where the runner stands, for the tests of the supervisor: whoever has read its line can end it in good order.

const timer = setInterval(() => {}, 60_000);

process.on("SIGTERM", () => {
  process.stdout.write("runner stops\n");
  clearInterval(timer);
});

process.stdout.write(`runner ${JSON.stringify({ pid: process.pid, environment: process.env })}\n`);
