import { z } from "zod";
import { MAX_INT, parseId, parseNumber } from "@/lib/operation/id";
import { isInstant } from "@/lib/protocol/query";
import { UNSTORABLE } from "@/lib/protocol/storable";

const HALF_CHARACTER = /\p{Surrogate}/u;

/** An id in a path or query, as text; our own pages and forms pass a number. */
export const IdParam = z.preprocess(
  (value) => (typeof value === "string" ? parseId(value) : value),
  z.int("idInvalid").min(1, "idInvalid").max(MAX_INT, "idInvalid"),
);

export const NoParams = z.object({});
export const NoInput = z.unknown().transform(() => undefined);
/** For operations with an empty reply; what `run` returns still reaches the event. */
export const NoContent = z.unknown().transform(() => undefined);

export const ProjectParams = z.object({ projectId: IdParam });

/** `sort` and `order` of a list; an unknown column falls back to the first of `columns`. */
export const listQuery = <const Column extends string>(columns: readonly [Column, ...Column[]]) =>
  z.object({
    sort: z.enum(columns).catch(columns[0]).describe("Column to sort by"),
    order: z.enum(["asc", "desc"]).catch("asc").describe("desc: from the last to the first"),
  });

/** A number in a query, as text; null if it is not a number. */
const readNumber = (value: unknown): unknown => (typeof value === "string" ? parseNumber(value) : value);

const isAbsent = (value: unknown): boolean => value === undefined || value === "";

/** A page size. As in Semaphore, 0 and anything but a plain number count as absent, and more than `most` as `most`. */
export const limitQuery = (most = MAX_INT) =>
  z
    .preprocess((value) => {
      const read = readNumber(value);
      return typeof read === "number" ? Math.min(read, most) : undefined;
    }, z.int().min(1).optional())
    .catch(undefined);

const fromZero = () => z.int("integerRequired").min(0, "zeroOrGreater").max(MAX_INT, withLimit("tooLarge", MAX_INT));

/** Where to start; defaults to the beginning. */
export const offsetQuery = () => z.preprocess((value) => (isAbsent(value) ? 0 : readNumber(value)), fromZero());

/** A number counted from 0, if any. */
export const optionalOffsetQuery = () =>
  z.preprocess((value) => (isAbsent(value) ? undefined : readNumber(value)), fromZero().optional());

/** A whole number from 1 to `most`; `otherwise` without it. */
export const amountQuery = (most: number, otherwise: number) =>
  z.preprocess(
    (value) => (isAbsent(value) ? otherwise : readNumber(value)),
    z.int("integerRequired").min(1, "integerRequired").max(most, withLimit("tooLarge", most)),
  );

/** `limit` and `before` of a list that is newest first. */
export const pageQuery = () =>
  z.object({
    limit: limitQuery().describe("How many at most"),
    before: IdParam.optional().describe("Only what is older than the one with this id"),
  });
export type Page = z.output<ReturnType<typeof pageQuery>>;

/** The query with a limit: the one it has, but at most `most`. */
export const within = <Query extends { limit?: number | undefined }>(
  most: number,
  { limit = most, ...query }: Query,
) => ({
  ...query,
  limit: Math.min(limit, most),
});

/** A text in a query that stored texts are compared with. */
export const textQuery = (max: number) =>
  z
    .string()
    .max(max, withLimit("tooLong", max))
    .refine((value) => !UNSTORABLE.test(value), "characterInvalid");

/** A switch in a query: on with "true", else off. */
export const switchQuery = () =>
  z
    .enum(["true", "false"])
    .optional()
    .transform((value) => value === "true");

/** A message key with its number, because a form sees only the message of an issue. */
export const withLimit = (key: string, maximum: number) => `${key}:${maximum}`;

/** Splits a schema's message into its key and number. */
export function readMessage(message: string): { key: string; params?: { maximum: number } } {
  const [key = "", maximum] = message.split(":", 2);
  return maximum === undefined ? { key } : { key, params: { maximum: Number(maximum) } };
}

// Input as Semaphore reads it: an absent or null field is the zero value of its type.

export const text = (max = 1000) =>
  z
    .string()
    .max(max, withLimit("tooLong", max))
    .refine((value) => !value.includes("\0"), "nulCharacter")
    .refine((value) => !HALF_CHARACTER.test(value), "characterInvalid")
    .nullish()
    .transform((value) => value ?? "");

/** Text that must not be blank; `key` is the message in forms and API. */
export const requiredText = (key: string, max = 255) => text(max).refine((value) => value.trim() !== "", key);

const trimmed = (value: string) => value.trim();

/** Text without leading and trailing spaces. */
export const trimmedText = (max = 1000) => text(max).transform(trimmed);

/** The same where it must not be blank; `key` as above. */
export const requiredTrimmedText = (key: string, max = 255) => requiredText(key, max).transform(trimmed);

/** A name, if any: leading and trailing spaces are invisible and break searching by name. */
export const nameText = (max = 255) => trimmedText(max);

/** The name of a thing that must have one. */
export const requiredName = (key: string, max?: number) => requiredTrimmedText(key, max);

/** The words of a text with commas between them. */
export const wordsOf = (text: string): string[] =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

/** Text for which "" and null both mean "none". */
export const optionalText = (max = 1000) => text(max).transform((value) => value || null);

export const flag = () =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? false);

export const count = (max = MAX_INT) =>
  z
    .int("integerRequired")
    .min(0, "zeroOrGreater")
    .max(max, withLimit("tooLarge", max))
    .nullish()
    .transform((value) => value ?? 0);

/** A reference; 0, null and absent all mean none (clients that omit zero values send the same). */
export const optionalId = () =>
  z
    .int("idInvalid")
    .min(0, "idInvalid")
    .max(MAX_INT, "idInvalid")
    .nullish()
    .transform((value) => value || null);

/** A field of a PUT that clients of Semaphore do not know: left out it is undefined, which keeps what is stored. */
export const keptIfAbsent = <Schema extends z.ZodType>(schema: Schema) => schema.nonoptional().optional();

/** A time, with Z instead of an offset: Postgres refuses those of 16 hours and more. */
export const instant = () =>
  z.iso
    .datetime({ offset: true, error: "instantInvalid", abort: true })
    .refine(isInstant, "instantInvalid")
    .transform((value) => (value.endsWith("Z") ? value : new Date(value).toISOString()));

/** What a client written in Go sends for a time that is not set. */
const GO_ZERO_TIME = Date.parse("0001-01-01T00:00:00Z");

/** A time; Go's zero time, null and absent all mean none. */
export const optionalInstant = () =>
  instant()
    .nullish()
    .transform((value) => (value && Date.parse(value) > GO_ZERO_TIME ? new Date(value).toISOString() : null));

/** A required reference. */
export const requiredId = (key: string) =>
  optionalId()
    .refine((value) => value !== null, key)
    .transform((value) => value ?? 0);
