import type { Answer } from "@/runner/client";

/** The server has abandoned this attempt. */
export class Lost extends Error {
  override name = "Lost";
}

/** What the server answers about an attempt. Throws Lost when it refuses. */
export function accepted<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value;
  throw new Lost(answer.message);
}
