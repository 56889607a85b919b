import { createServer } from "node:http";
import { apiListener } from "@/lib/server/api";
import { listen } from "../support/listen";

// The product's API on the database of DATABASE_URL as a process: prints its address and runs until killed.
const { url } = await listen(createServer(apiListener()));
process.stdout.write(`${url}\n`);
