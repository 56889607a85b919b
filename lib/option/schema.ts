import { z } from "zod";
import { text } from "@/lib/operation/fields";

export const Options = z.record(z.string(), z.string());

const MAX_VALUE = 64 * 1024;

export const Option = z.object({
  key: text(200)
    .refine((key) => /^[\w.-]+$/.test(key), "optionKeyInvalid")
    .refine((key) => !isInternal(key), "optionReserved"),
  value: text(MAX_VALUE),
});
export type Option = z.output<typeof Option>;

/** Prefix of internal options, which the API does not show. */
export const INTERNAL_PREFIX = "server.";
const isInternal = (key: string): boolean => key.startsWith(INTERNAL_PREFIX);
