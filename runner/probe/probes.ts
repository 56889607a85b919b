import { PROBE_SECONDS, type ProbeReport, type RunnerProbe } from "@/lib/protocol/probe";
import type { Errand } from "@/runner/check/errands";
import type { ConsoleClient } from "@/runner/client";
import type { ProbeContext } from "@/runner/probe/bench";
import { performProbe } from "@/runner/probe/perform";

type Host = ProbeContext & { client: Pick<ConsoleClient, "beginProbe" | "finishProbe">; instanceId: string };

/** Probes; one that is ended without a report, the server tells as having taken too long. */
export const probe = (host: Host): Errand<RunnerProbe, ProbeReport> => ({
  name: "probe",
  giveUpMs: (PROBE_SECONDS - 5) * 1_000,
  begin: (id, signal) => host.client.beginProbe(id, { instance_id: host.instanceId }, signal),
  perform: (order, stopper) => performProbe(order, host, stopper),
  finish: (id, report, signal) => host.client.finishProbe(id, report, signal),
});
