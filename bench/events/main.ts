import { callbackCost } from "@/bench/events/callback";
import { storage } from "@/bench/events/storage";

/** Hosts and steps of the playbook, and of the stored run; others for a quick look. */
const [hosts = 200, steps = 100, storedHosts = 1_000, storedSteps = 1_000] = process.argv.slice(2).map(Number);

console.table(await storage(storedHosts, storedSteps));
console.table(await callbackCost(hosts, steps));
process.exit(0);
