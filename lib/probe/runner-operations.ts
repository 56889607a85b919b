import { z } from "zod";
import { runner } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { IdParam } from "@/lib/operation/fields";
import { beginProbe, finishProbe, openProbe, probeOver } from "@/lib/probe/begin";
import { BeginProbeRequest, ProbeReport, RunnerProbe } from "@/lib/protocol/probe";
import { UndecryptableError } from "@/lib/secret/seal";

const RunnerProbeParams = z.object({ probeId: IdParam });

export const begin = operation({
  name: "runner.beginProbe",
  summary: "Fetches what to test and the keys for it",
  access: runner,
  transaction: "own",
  params: RunnerProbeParams,
  input: BeginProbeRequest,
  output: RunnerProbe,
  run: async ({ db, actor, params, input }) => {
    const probe = await beginProbe(db, actor.runner.id, params.probeId, input.instance_id);
    try {
      return await openProbe(db, probe);
    } catch (error) {
      if (!(error instanceof UndecryptableError)) throw error;
      await finishProbe(db, actor.runner.id, probe.id, { outcome: "impossible", reason: "undecryptable" });
      throw probeOver();
    }
  },
  event: { none: "a test of what is not saved yet changes nothing" },
});

export const finish = operation({
  name: "runner.finishProbe",
  summary: "Reports the result of a probe",
  access: runner,
  transaction: "own",
  params: RunnerProbeParams,
  input: ProbeReport,
  output: z.object({}),
  run: async ({ db, actor, params, input }) => {
    await finishProbe(db, actor.runner.id, params.probeId, input);
    return {};
  },
  event: { none: "a test of what is not saved yet changes nothing" },
});
