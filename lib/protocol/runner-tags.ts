import { z } from "zod";
import { MAX_TAG_LENGTH, MAX_TAGS } from "@/lib/protocol/runner";

/** The tags of a runner as a comma-separated setting. */
export const RunnerTagList = z
  .string()
  .transform((list) => [...new Set(list.split(",").map((tag) => tag.trim()))].filter(Boolean))
  .refine((tags) => tags.every((tag) => tag.length <= MAX_TAG_LENGTH), "names a tag that is too long")
  .refine((tags) => tags.length <= MAX_TAGS, "names too many tags");
