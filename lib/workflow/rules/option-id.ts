import { MAX_INT } from "@/lib/operation/id";

/**
 * The id that an option of a node has, as a number or as its digits, which is what expressions give; null: none, as in
 * the API also for 0. A graph is checked by it, and runs by it.
 */
export function readOptionId(value: unknown): number | null | "invalid" {
  if (value === null || value === undefined || value === "") return null;
  const id = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (typeof id !== "number" || !Number.isInteger(id) || id < 0 || id > MAX_INT) return "invalid";
  return id || null;
}
