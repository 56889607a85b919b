import { PROBE_SECONDS, type ProbeFacts, type ProbeReport, type RunnerProbe } from "@/lib/protocol/probe";
import { beginning, storable } from "@/lib/protocol/storable";
import { Masker } from "@/lib/redact/masker";
import type { BackgroundJob } from "@/runner/check/background-jobs";
import { headOf } from "@/runner/check/look-up";
import { withScratch } from "@/runner/check/scratch";
import type { ConsoleClient } from "@/runner/client";
import { localDirectory } from "@/runner/git";
import { parseSource, requireLocalFolder } from "@/runner/git/source";
import { type TaskProblem, toProblem } from "@/runner/job/problem";
import { Stopped, type Stopper } from "@/runner/job/stop";
import { Keychain } from "@/runner/keys";
import { listFiles } from "@/runner/probe/files";
import { probeInventory } from "@/runner/probe/inventory";
import { probeKey } from "@/runner/probe/key";
import { secretsOfProbe } from "@/runner/probe/secrets";
import { type ProbeContext, ProbeImpossible, type ProbeSetup } from "@/runner/probe/setup";
import { probeVault } from "@/runner/probe/vault";

type Host = ProbeContext & { client: Pick<ConsoleClient, "beginProbe" | "finishProbe">; instanceId: string };

/** A probe; when it ends without a report, the server reports a timeout. */
export const probe = (host: Host): BackgroundJob<RunnerProbe, ProbeReport> => ({
  name: "probe",
  giveUpMs: (PROBE_SECONDS - 5) * 1_000,
  begin: (id, signal) => host.client.beginProbe(id, { instance_id: host.instanceId }, signal),
  perform: (order, stopper) => performProbe(order, host, stopper),
  finish: (id, report, signal) => host.client.finishProbe(id, report, signal),
});

const MAX_PROBLEM = 2000;
const MAX_SUBJECT = 500;

/** Tests the values of a form and removes all processes and files. Only rejects with Stopped. */
export const performProbe = (probe: RunnerProbe, context: ProbeContext, stopper: Stopper): Promise<ProbeReport> =>
  withScratch(context, async (scratch) => {
    try {
      const keys = new Keychain(scratch, scratch.environment, "known_hosts" in probe ? probe.known_hosts : "");
      return { outcome: "passed", facts: await factsOf(probe, { scratch, keys, context, stopper }) };
    } catch (error) {
      if (error instanceof Stopped) throw error;
      if (error instanceof ProbeImpossible) return { outcome: "impossible", reason: error.reason };
      return reportOf(toProblem(error, "workspace_failed"), new Masker(secretsOfProbe(probe)));
    }
  });

/** Our own texts are not masked: a passphrase may be a word of them. */
function reportOf({ message, finding }: TaskProblem, masker: Masker): ProbeReport {
  const masked = (text: string, most: number) => storable(beginning(masker.mask(text), most));
  if (!finding) return { outcome: "failed", code: null, subject: "", problem: masked(message, MAX_PROBLEM) };
  const { code, subject = "", output = "" } = finding;
  return { outcome: "failed", code, subject: masked(subject, MAX_SUBJECT), problem: masked(output, MAX_PROBLEM) };
}

function factsOf(probe: RunnerProbe, setup: ProbeSetup): Promise<ProbeFacts> {
  switch (probe.kind) {
    case "repository":
      return probeRepository(probe.repository, setup);
    case "key":
      return probeKey(probe.key, setup);
    case "inventory":
      return probeInventory(probe, setup);
    case "vault":
      return probeVault(probe, setup);
    case "files":
      return listFiles(probe, setup);
  }
}

/** A local folder that is used in place has no branch to verify. */
async function probeRepository(
  repository: Extract<RunnerProbe, { kind: "repository" }>["repository"],
  { scratch, keys, context, stopper }: ProbeSetup,
): Promise<ProbeFacts> {
  await requireLocalFolder(parseSource(repository.url), context.localFolders);
  const isUsedInPlace = repository.url.startsWith("/") && (await localDirectory(repository.url)) !== null;
  return isUsedInPlace ? {} : { commit: await headOf(repository, keys, scratch, context, stopper) };
}
