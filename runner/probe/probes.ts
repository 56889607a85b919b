import { PROBE_SECONDS, type ProbeReport, type RunnerProbe } from "@/lib/protocol/probe";
import type { BackgroundJob } from "@/runner/check/background-jobs";
import type { ConsoleClient } from "@/runner/client";
import { performProbe } from "@/runner/probe/perform";
import type { ProbeContext } from "@/runner/probe/setup";

type Host = ProbeContext & { client: Pick<ConsoleClient, "beginProbe" | "finishProbe">; instanceId: string };

/** Probes; one that is ended without a report, the server tells as having taken too long. */
export const probe = (host: Host): BackgroundJob<RunnerProbe, ProbeReport> => ({
  name: "probe",
  giveUpMs: (PROBE_SECONDS - 5) * 1_000,
  begin: (id, signal) => host.client.beginProbe(id, { instance_id: host.instanceId }, signal),
  perform: (order, stopper) => performProbe(order, host, stopper),
  finish: (id, report, signal) => host.client.finishProbe(id, report, signal),
});
