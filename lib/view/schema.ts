import { z } from "zod";
import { count, IdParam, optionalId, ProjectParams, requiredName, withLimit } from "@/lib/operation/fields";
import { parseId } from "@/lib/operation/id";

export const View = z.object({ id: z.int(), project_id: z.int(), title: z.string(), position: z.int() });
export type View = z.infer<typeof View>;

export const ViewParams = ProjectParams.extend({ viewId: IdParam });

export const ViewInput = z.object({
  id: optionalId(),
  project_id: optionalId(),
  title: requiredName("viewTitleRequired"),
  position: count(),
});
export type ViewInput = z.output<typeof ViewInput>;

/** A new view has a temporary negative id on the screen until it is saved, and the client sends it. */
export const NewViewInput = ViewInput.omit({ id: true });

/** A new one has no id. */
const ViewRow = z.object({ view_id: z.int("integerRequired").nullable(), title: ViewInput.shape.title });

/** All views of a project in their order, and those that a person saw before: others may have changed them since. */
export const ViewList = z.object({
  views: z.array(ViewRow),
  shown: z.array(View.pick({ id: true, title: true })),
});
export type ViewList = z.infer<typeof ViewList>;

/** View id → position; ids of other projects, and what is no id, are ignored. */
export const ViewPositions = z
  .record(z.string(), z.int("integerRequired").min(0, "zeroOrGreater").max(1_000_000, withLimit("tooLarge", 1_000_000)))
  .transform((positions) =>
    Object.fromEntries(Object.entries(positions).filter(([viewId]) => parseId(viewId) !== null)),
  );
