import type { ProbeFacts, ProbeReport, RunnerProbe } from "@/lib/protocol/probe";
import { headOf } from "@/runner/check/look-up";
import { inPlace } from "@/runner/check/place";
import { localDirectory } from "@/runner/git";
import { requireLocalFolder } from "@/runner/git/local-folders";
import { parseSource } from "@/runner/git/source";
import { toProblem } from "@/runner/job/problem";
import { Stopped, type Stopper } from "@/runner/job/stop";
import { KeyRing } from "@/runner/keys";
import { type Bench, type ProbeContext, Undecided } from "@/runner/probe/bench";
import { probeInventory } from "@/runner/probe/inventory";
import { probeKey } from "@/runner/probe/key";
import { secretsOfProbe } from "@/runner/probe/secrets";
import { probeVault } from "@/runner/probe/vault";
import { Masker } from "@/runner/redact";

const MAX_PROBLEM = 2000;

/** Tries out what somebody has in a form; leaves neither process nor file behind. Rejects with Stopped only. */
export const performProbe = (probe: RunnerProbe, context: ProbeContext, stopper: Stopper): Promise<ProbeReport> =>
  inPlace(context, async (place) => {
    try {
      const keys = await KeyRing.open(place, place.environment, "known_hosts" in probe ? probe.known_hosts : "");
      return { outcome: "passed", facts: await factsOf(probe, { place, keys, context, stopper }) };
    } catch (error) {
      if (error instanceof Stopped) throw error;
      if (error instanceof Undecided) return { outcome: "impossible", reason: error.reason };
      const masker = new Masker(secretsOfProbe(probe));
      const problem = masker.mask(toProblem(error, "workspace_failed").message).slice(0, MAX_PROBLEM);
      return { outcome: "failed", problem: Buffer.from(problem.replaceAll("\0", "")).toString() };
    }
  });

function factsOf(probe: RunnerProbe, bench: Bench): Promise<ProbeFacts> {
  switch (probe.kind) {
    case "repository":
      return probeRepository(probe.repository, bench);
    case "key":
      return probeKey(probe.key, bench);
    case "inventory":
      return probeInventory(probe, bench);
    case "vault":
      return probeVault(probe, bench);
  }
}

/** A folder that is used in place has no branch to look for. */
async function probeRepository(
  repository: Extract<RunnerProbe, { kind: "repository" }>["repository"],
  { place, keys, context, stopper }: Bench,
): Promise<ProbeFacts> {
  await requireLocalFolder(parseSource(repository.url), context.localFolders);
  const inPlaceUsed = repository.url.startsWith("/") && (await localDirectory(repository.url)) !== null;
  return inPlaceUsed ? {} : { commit: await headOf(repository, keys, place, context, stopper) };
}
