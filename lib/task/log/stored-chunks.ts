import type { LogChunk } from "@/lib/protocol/log";

type Listener = (taskId: number, chunk: LogChunk) => void;

const listeners = new Set<Listener>();

/**
 * Calls back for every chunk that this process has stored, so that its own watchers need not read it again. Returns a
 * function that ends it.
 */
export function onChunkStored(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Call it after the commit. */
export function chunkStored(taskId: number, chunk: LogChunk): void {
  for (const listener of listeners) listener(taskId, chunk);
}
