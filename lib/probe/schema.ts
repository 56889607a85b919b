import { z } from "zod";
import { InventoryProbe } from "@/lib/inventory/schema";
import { KeyProbe } from "@/lib/key/schema";
import { IdParam, ProjectParams } from "@/lib/operation/fields";
import { AlertProbe } from "@/lib/project/schema";
import { Channel, SendReason } from "@/lib/protocol/alert";
import { PROBE_KINDS, ProbeFacts, ProbeProblem, ProbeReason } from "@/lib/protocol/probe";
import { RepositoryProbe } from "@/lib/repository/schema";
import { FilesProbe, VaultProbe } from "@/lib/template/schema";

export const ProbeInput = z.discriminatedUnion("kind", [
  RepositoryProbe,
  KeyProbe,
  InventoryProbe,
  VaultProbe,
  FilesProbe,
]);
export type ProbeInput = z.output<typeof ProbeInput>;
/** Form values as entered: ids may still be missing. */
export type ProbeRequest = z.input<typeof ProbeInput>;

export const AlertProbeInput = AlertProbe;

/** `impossible`: no test could run, and `reason` says why. */
const PROBE_STATES = ["waiting", "running", "passed", "failed", "impossible"] as const;

/** A test of unsaved values, and its result so far. */
export const Probe = z.object({
  id: z.int(),
  kind: z.enum(PROBE_KINDS),
  state: z.enum(PROBE_STATES),
  reason: ProbeReason.nullable(),
  /** The problem, if it is a known one, and what it concerns. */
  code: ProbeProblem.nullable(),
  subject: z.string(),
  /** The tool's message; without a code it is all that is known. */
  problem: z.string(),
  facts: ProbeFacts,
  /** For alerts: the result of each message. */
  channels: z.array(
    z.object({ channel: Channel, state: z.enum(["waiting", "sent", "failed"]), reason: SendReason.nullable() }),
  ),
});
export type Probe = z.infer<typeof Probe>;

export const ProbeParams = ProjectParams.extend({ probeId: IdParam });
