import { z } from "zod";
import { flag, text, withLimit } from "@/lib/operation/fields";

/** Names that are safe as an identifier in argv, paths and URLs. */
export const AppId = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/i, "appIdInvalid");

/** How an application appears and is run; blank texts leave the built-in ones in force. */
export const App = z.object({
  id: z.string(),
  active: z.boolean(),
  priority: z.int(),
  title: z.string(),
  icon: z.string(),
  color: z.string(),
  dark_color: z.string(),
  /** The command instead of the built-in one. */
  path: z.string(),
  args: z.array(z.string()).nullable(),
});
export type App = z.infer<typeof App>;

/** One application: its id is in the address. */
export const AppDetail = App.omit({ id: true });
export type AppDetail = z.infer<typeof AppDetail>;

export const AppParams = z.object({ appId: AppId });

const MAX_ARGS = 100;

/**
 * Whether the path may replace an application's command. A relative path would be resolved in the checkout, where anyone
 * who can push could put a program.
 */
const isCommand = (path: string): boolean =>
  /^\/[^\p{Cc}]*[^\p{Cc}/]$/u.test(path) || /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/.test(path);

export const AppInput = z.object({
  id: text(64),
  active: flag(),
  priority: z
    .int32("integerRequired")
    .nullish()
    .transform((value) => value ?? 0),
  title: text(255),
  icon: text(100),
  color: text(50),
  dark_color: text(50),
  path: text(4096).refine((value) => value === "" || isCommand(value), "appPathInvalid"),
  args: z
    .array(text(4096))
    .max(MAX_ARGS, withLimit("tooLarge", MAX_ARGS))
    .nullish()
    .transform((value) => (value?.length ? value : null)),
});
export type AppInput = z.output<typeof AppInput>;

/** Where a switch is all there is to say: an absent one is off, as in every other body. */
export const ActiveInput = z.object(
  {
    active: z
      .boolean("requestBodyInvalid")
      .nullish()
      .transform((value) => value ?? false),
  },
  "requestBodyInvalid",
);
