import { CHECK_LEASE_SECONDS, type Check, type FinishCheckRequest } from "@/lib/protocol/runner";
import type { BackgroundJob } from "@/runner/check/background-jobs";
import { type CheckContext, lookUpHead } from "@/runner/check/look-up";
import type { ConsoleClient } from "@/runner/client";

type Host = CheckContext & { client: Pick<ConsoleClient, "beginCheck" | "finishCheck">; instanceId: string };

/** Commit checks; one that is ended without a report, the server gives to somebody else. */
export const commitCheck = (host: Host): BackgroundJob<Check, FinishCheckRequest> => ({
  name: "commit check",
  giveUpMs: (CHECK_LEASE_SECONDS - 20) * 1_000,
  begin: (id, signal) => host.client.beginCheck(id, { instance_id: host.instanceId }, signal),
  perform: (check, stopper) => lookUpHead(check, host, stopper),
  finish: (id, report, signal) => host.client.finishCheck(id, report, signal),
});
