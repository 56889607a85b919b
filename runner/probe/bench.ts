import type { ProbeReason } from "@/lib/protocol/probe";
import type { CheckContext } from "@/runner/check/look-up";
import type { Place } from "@/runner/check/place";
import type { MirrorCache } from "@/runner/git/mirror";
import type { Stopper } from "@/runner/job/stop";
import type { KeyRing } from "@/runner/keys";

/** What a probe needs of the daemon. */
export type ProbeContext = CheckContext & { mirrors: MirrorCache };

/** Where one probe works, and with what. */
export type Bench = { place: Place; keys: KeyRing; context: ProbeContext; stopper: Stopper };

/** Thrown where nobody can find out; `reason` says why. */
export class Undecided extends Error {
  constructor(readonly reason: ProbeReason) {
    super(reason);
  }
}
