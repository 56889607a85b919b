import { z } from "zod";
import { text, wordsOf } from "@/lib/operation/fields";
import { limitFiles } from "@/lib/protocol/limit-files";
import { UNSTORABLE } from "@/lib/protocol/storable";
import { isRepositoryPath } from "@/lib/repository/rules";
import { byFlag } from "@/lib/template/rules/launch-flags";

/** Words with commas between them; the peer's later releases send lists. */
export const words = () =>
  z
    .union([
      z
        .array(z.string())
        .max(1000)
        .transform((list) => list.join(",")),
      z.string(),
    ])
    .nullish()
    .pipe(text(1000));

/** The same as a list. */
const wordList = () => words().transform(wordsOf);

/** What never fails a template: what is no such value is left out. */
const switchOrNot = () => z.boolean().nullish().catch(undefined);
const nameOrNot = () =>
  z
    .string()
    .max(255)
    .refine((name) => !UNSTORABLE.test(name))
    .nullish()
    .catch(undefined);

/** The peer's later releases keep here what only some applications have. */
export const TemplateTaskParams = z.object({
  ...byFlag(() => z.boolean().nullish()),
  /** Whether a task installs what the repository's requirements files name. */
  skip_galaxy_install: switchOrNot(),
  allow_override_skip_galaxy_install: switchOrNot(),
  /** Kept, but without effect: our own override has the server keep the state. */
  override_backend: switchOrNot(),
  backend_filename: nameOrNot(),
  allow_auto_approve: z.boolean().nullish(),
  /** The same as the template's own field. */
  auto_approve: z.boolean().nullish(),
  limit: wordList().refine((list) => limitFiles(list.join(","))?.every(isRepositoryPath), "limitFileInvalid"),
  tags: wordList(),
  skip_tags: wordList(),
});
export type TemplateTaskParams = z.output<typeof TemplateTaskParams>;

/** In replies: the flags that `launch` stands for, and what of the rest is set. */
export const StoredTaskParams = z.object({
  ...byFlag(() => z.boolean().optional()),
  allow_auto_approve: z.boolean().optional(),
  auto_approve: z.boolean().optional(),
  limit: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  skip_tags: z.array(z.string()).optional(),
  skip_galaxy_install: z.boolean().optional(),
  allow_override_skip_galaxy_install: z.boolean().optional(),
  override_backend: z.boolean().optional(),
  backend_filename: z.string().optional(),
} satisfies Record<keyof TemplateTaskParams, z.ZodType>);
