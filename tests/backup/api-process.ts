import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { apiListener } from "@/lib/server/api";

// The product's API on the database of DATABASE_URL, in a process of its own: says its port and runs until it is killed.
const server = createServer(apiListener());
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
