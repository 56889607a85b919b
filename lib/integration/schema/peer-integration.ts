import { Integration, StoredHookTask } from "@/lib/integration/schema";
import { PeerTaskParams, wordList } from "@/lib/queue/schema/peer-task";

const StoredParams = StoredHookTask.shape.params.unwrap();

const PeerParams = StoredParams.extend(PeerTaskParams.pick({ tags: true, skip_tags: true }).shape).extend({
  limit: wordList().optional(),
});

/**
 * Clients of the peer's later releases look for fields of the task itself only in `params`, and compare them with what they
 * sent.
 */
export const PeerIntegration = Integration.omit({ accept_get: true }).extend({
  task_params: StoredHookTask.extend({ params: PeerParams.optional() }).nullable(),
});
