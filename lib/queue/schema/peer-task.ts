import { z } from "zod";
import { wordsOf } from "@/lib/operation/fields";
import { Task, TaskParams, TaskWithTpl } from "@/lib/queue/schema";

// Tasks as the peer's later releases reply with them: what is one text with commas here is a list there.

export const wordList = () => z.string().transform(wordsOf).pipe(z.array(z.string()));

export const PeerTaskParams = TaskParams.extend({
  tags: wordList().optional(),
  skip_tags: wordList().optional(),
});

export const PeerTask = Task.extend({ params: PeerTaskParams });

export const PeerTaskWithTpl = TaskWithTpl.extend({ params: PeerTaskParams, build_task: PeerTask.nullable() });
