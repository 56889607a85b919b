import { z } from "zod";
import { flag } from "@/lib/operation/fields";
import type { TaskParams } from "@/lib/queue/schema";
import { words } from "@/lib/template/schema/task-params";

type Twins = { limit?: string; debug?: boolean; dry_run?: boolean; diff?: boolean };

/** `params` as clients send them. In Semaphore's later releases, it also holds fields of the task itself. */
export const AllParams = z
  .object({
    plan: flag(),
    auto_approve: flag(),
    destroy: flag(),
    tags: words(),
    skip_tags: words(),
    limit: words(),
    debug: flag(),
    dry_run: flag(),
    diff: flag(),
    /** Counts if its template allows it. */
    skip_galaxy_install: flag().catch(false),
  })
  .transform(
    ({ plan, auto_approve, destroy, tags, skip_tags, limit, debug, dry_run, diff, ...more }): TaskParams & Twins => ({
      ...(plan && { plan }),
      ...(auto_approve && { auto_approve }),
      ...(destroy && { destroy }),
      ...(tags !== "" && { tags }),
      ...(skip_tags !== "" && { skip_tags }),
      ...(limit !== "" && { limit }),
      ...(debug && { debug }),
      ...(dry_run && { dry_run }),
      ...(diff && { diff }),
      ...(more.skip_galaxy_install && more),
    }),
  );

/** Moves task fields out of `params`. Two different limits are refused, since only one could apply. */
export function withoutParamTwins<Of extends Twins & { params?: TaskParams & Twins }>(
  input: Of,
  context: z.RefinementCtx,
): Omit<Of, "params"> & { params: TaskParams } {
  const { limit, debug, dry_run, diff, ...params } = input.params ?? {};
  if (limit && input.limit && limit !== input.limit) {
    context.addIssue({ code: "custom", path: ["params", "limit"], message: "limitTwice" });
  }
  return {
    ...input,
    ...(limit && { limit }),
    ...(debug && { debug }),
    ...(dry_run && { dry_run }),
    ...(diff && { diff }),
    params,
  };
}
