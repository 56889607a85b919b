import { endpoint } from "@/lib/operation/endpoint";
import { jsonReply } from "@/lib/operation/http/reply";
import { LegacyState } from "@/lib/protocol/legacy-runner";
import { encryptFor, readPublicKey } from "@/lib/runner/legacy-encryption";
import { legacyPoll, legacyProgress } from "@/lib/task/legacy-operations";

/** Such a runner keeps what it could not send. */
const MAX_BYTES = 64 * 1024 * 1024;

export const pollState = endpoint(legacyPoll, {
  reply: { description: "As JSON, or encrypted for a runner that registered a public key", schema: LegacyState },
  respond: ({ state, public_key }) => {
    if (public_key === null) return jsonReply(state);
    const key = readPublicKey(public_key);
    if (!key) throw new Error("the runner's public key cannot be read");
    const body = new Uint8Array(encryptFor(key, JSON.stringify(state)));
    return new Response(body, { headers: { "content-type": "application/octet-stream" } });
  },
});

export const reportProgress = endpoint(legacyProgress, { maxBytes: MAX_BYTES });
