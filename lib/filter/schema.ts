import { z } from "zod";
import { requiredName, requiredText, withLimit } from "@/lib/operation/fields";

export const Filter = z.object({ name: z.string(), query: z.string() });
export type Filter = z.infer<typeof Filter>;

/** More than a screen shows at a glance. */
const MAX_FILTERS = 50;

export const FiltersInput = z.object({
  filters: z
    .array(
      z.object({
        name: requiredName("nameRequired", 100),
        query: requiredText("filterQueryRequired", 2000),
      }),
    )
    .max(MAX_FILTERS, withLimit("tooLarge", MAX_FILTERS))
    .superRefine((filters, context) => {
      const at = filters.findIndex(({ name }, index) => filters.slice(0, index).some((other) => other.name === name));
      if (at >= 0) context.addIssue({ code: "custom", path: [at, "name"], message: "filterNamesUnique" });
    }),
});
