import { TaskProblem } from "@/runner/job/problem";

/** A value stands in no file whose format cannot hold it: what a reader made of it would be anybody's guess. */
export function refuse(what: string, format: string): never {
  throw new TaskProblem("workspace_failed", `${what} has a character that ${format} cannot hold`);
}
