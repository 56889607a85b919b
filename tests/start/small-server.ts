import { createServer } from "node:http";
import { connect } from "@/db/connect";
import { observeRequest, scrape, startCollecting } from "@/lib/server/metrics/metrics";
import { log } from "@/lib/settings/log";

// Replaces the web process in tests of the supervisor: ready while its database responds, with the web process's metrics.

const database = connect(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {}, connect_timeout: 2 });

startCollecting();

const server = createServer(async (request, response) => {
  if (request.url === "/metrics") return void response.end((await scrape()).text);
  observeRequest("GET", "/", 200, performance.now());
  const answers = await database`select 1`.then(
    () => true,
    () => false,
  );
  response.statusCode = request.url === "/api/health/ready" && answers ? 200 : 503;
  response.end(JSON.stringify({ pid: process.pid, environment: process.env }));
});

server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");
log.info("listening");
// One of several would end before it gets its port, which the supervisor holds.
setInterval(() => {}, 60_000);

process.on("SIGTERM", () => {
  process.stdout.write("server stops\n");
  process.exit(0);
});
