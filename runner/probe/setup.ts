import type { ProbeReason } from "@/lib/protocol/probe";
import type { CheckContext } from "@/runner/check/look-up";
import type { Scratch } from "@/runner/check/scratch";
import type { MirrorCache } from "@/runner/git/mirror";
import type { Stopper } from "@/runner/job/stop";
import type { Keychain } from "@/runner/keys";

/** What a probe needs from the daemon. */
export type ProbeContext = CheckContext & { mirrors: MirrorCache };

/** What one probe works with. */
export type ProbeSetup = { scratch: Scratch; keys: Keychain; context: ProbeContext; stopper: Stopper };

/** Thrown when the probe can't produce a result; `reason` says why. */
export class ProbeImpossible extends Error {
  constructor(readonly reason: ProbeReason) {
    super(reason);
  }
}
