import { z } from "zod";
import { text, wordsOf } from "@/lib/operation/fields";
import { limitFiles } from "@/lib/protocol/limit-files";
import { line } from "@/lib/protocol/storable";
import { isRepositoryPath } from "@/lib/repository/rules";
import { byFlag } from "@/lib/template/rules/launch-flags";

/** Words with commas between them; Semaphore's later releases send lists. */
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
const orNothing = <Value extends z.ZodType>(value: Value) => value.nullish().catch(undefined);

/**
 * What Semaphore's Terraform provider sends for a template. Semaphore keeps it without a use, and the provider compares what it
 * reads with what it sent.
 */
export const UnusedParams = z
  .object({
    arguments: line(64 * 1024),
    environment: line(64 * 1024),
    git_branch: line(255),
    message: line(2000),
    params: z
      .object({
        tags: z.array(line(1000)).max(1000),
        skip_tags: z.array(line(1000)).max(1000),
        limit: z.array(line(1000)).max(1000),
        debug: z.boolean(),
        diff: z.boolean(),
        dry_run: z.boolean(),
        auto_approve: z.boolean(),
        destroy: z.boolean(),
        plan: z.boolean(),
        upgrade: z.boolean(),
      })
      .partial(),
  })
  .partial();

/** Semaphore's later releases keep here what only some applications have. */
export const TemplateTaskParams = z.object({
  ...byFlag(() => z.boolean().nullish()),
  /** Whether a task installs what the repository's requirements files name. */
  skip_galaxy_install: orNothing(z.boolean()),
  allow_override_skip_galaxy_install: orNothing(z.boolean()),
  /** Kept, but without effect: our own override has the server keep the state. */
  override_backend: orNothing(z.boolean()),
  backend_filename: orNothing(line(255)),
  allow_auto_approve: z.boolean().nullish(),
  /** The same as the template's own field. */
  auto_approve: z.boolean().nullish(),
  limit: wordList().refine((list) => limitFiles(list.join(","))?.every(isRepositoryPath), "limitFileInvalid"),
  tags: wordList(),
  skip_tags: wordList(),
  arguments: orNothing(UnusedParams.shape.arguments),
  environment: orNothing(UnusedParams.shape.environment),
  git_branch: orNothing(UnusedParams.shape.git_branch),
  message: orNothing(UnusedParams.shape.message),
  params: orNothing(UnusedParams.shape.params),
});
export type TemplateTaskParams = z.output<typeof TemplateTaskParams>;

const off = () => z.literal(false).optional();

/** What clients of Semaphore sent without an effect, or to say that it is off. */
export const SentParams = UnusedParams.extend({
  ...byFlag(off),
  allow_auto_approve: off(),
  auto_approve: off(),
  skip_galaxy_install: off(),
  allow_override_skip_galaxy_install: off(),
  override_backend: off(),
});

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
  sent: SentParams.optional(),
} satisfies Record<Exclude<keyof TemplateTaskParams, keyof typeof UnusedParams.shape> | "sent", z.ZodType>);

/** For clients of Semaphore: what is set and what they sent, in one object. */
export const SemaphoreTaskParams = StoredTaskParams.omit({ sent: true }).extend(UnusedParams.shape);
