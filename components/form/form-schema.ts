import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";

/** A schema whose messages are keys of messages.errors. */
export type FormSchema<Input extends FieldValues, Output> = z.ZodType<Output, Input>;

/** Without zod's compiled parsers: the content security policy forbids eval. */
export const schemaResolver = <Input extends FieldValues, Output>(
  schema: FormSchema<Input, Output>,
): Resolver<Input, unknown, Output> => zodResolver(schema, { jitless: true });
