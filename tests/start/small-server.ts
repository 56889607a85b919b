import { createServer } from "node:http";
import { connect } from "@/db/connect";

// Replaces the web process in tests of the supervisor: ready while its database responds.

const database = connect(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {}, connect_timeout: 2 });

const server = createServer(async (request, response) => {
  const answers = await database`select 1`.then(
    () => true,
    () => false,
  );
  response.statusCode = request.url === "/api/health/ready" && answers ? 200 : 503;
  response.end(JSON.stringify({ pid: process.pid, environment: process.env }));
});

server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1");

process.on("SIGTERM", () => {
  process.stdout.write("server stops\n");
  process.exit(0);
});
