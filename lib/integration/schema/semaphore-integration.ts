import { Integration, StoredHookTask } from "@/lib/integration/schema";
import { SemaphoreTaskParams, wordList } from "@/lib/queue/schema/semaphore-task";

const StoredParams = StoredHookTask.shape.params.unwrap();

const SemaphoreParams = StoredParams.extend(SemaphoreTaskParams.pick({ tags: true, skip_tags: true }).shape).extend({
  limit: wordList().optional(),
});

/**
 * Clients of Semaphore's later releases look for fields of the task itself only in `params`, and compare them with what they
 * sent.
 */
export const SemaphoreIntegration = Integration.omit({ accept_get: true }).extend({
  task_params: StoredHookTask.extend({ params: SemaphoreParams.optional() }).nullable(),
});
