import { z } from "zod";
import { ViewInput } from "@/lib/view/schema";

/** All views of a project in their order; a new one has no id yet. */
export const ViewsForm = z.object({
  views: z.array(z.object({ view_id: z.int().nullable(), title: ViewInput.shape.title })),
});
export type ViewsFormValues = z.input<typeof ViewsForm>;
