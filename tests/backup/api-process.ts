import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiListener } from "@/lib/server/api";

// The product's API on the database of DATABASE_URL as a process: prints its port and runs until killed.
const server = createServer(apiListener());
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
