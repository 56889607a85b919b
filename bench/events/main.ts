import { callbackCost } from "@/bench/events/callback";
import { storage } from "@/bench/events/storage";

/** Hosts and steps of the playbook and its rounds, and of the stored run (0: none); others for a quick look. */
const [hosts = 200, steps = 100, rounds = 3, storedHosts = 1_000, storedSteps = 1_000] = process.argv
  .slice(2)
  .map(Number);

if (storedHosts > 0) console.table(await storage(storedHosts, storedSteps));
await callbackCost(hosts, steps, rounds);
process.exit(0);
