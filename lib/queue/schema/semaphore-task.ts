import { z } from "zod";
import { wordsOf } from "@/lib/operation/fields";
import { Task, TaskParams, TaskWithTpl } from "@/lib/queue/schema";

// Tasks as Semaphore's later releases reply with them: what is one text with commas here is a list there.

export const wordList = () => z.string().transform(wordsOf).pipe(z.array(z.string()));

export const SemaphoreTaskParams = TaskParams.extend({
  tags: wordList().optional(),
  skip_tags: wordList().optional(),
});

export const SemaphoreTask = Task.extend({ params: SemaphoreTaskParams });

export const SemaphoreTaskWithTpl = TaskWithTpl.extend({
  params: SemaphoreTaskParams,
  build_task: SemaphoreTask.nullable(),
});
