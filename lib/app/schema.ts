import { z } from "zod";
import { flag, nameText, text, withLimit } from "@/lib/operation/fields";

/** Safe as an identifier in argv, paths and URLs. */
export const AppId = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/i, "appIdInvalid");

/** How an application is displayed and run; blank fields keep the built-in values. */
export const App = z.object({
  id: z.string(),
  active: z.boolean(),
  priority: z.int(),
  title: z.string(),
  icon: z.string(),
  color: z.string(),
  dark_color: z.string(),
  /** Replaces the built-in command. */
  path: z.string(),
  args: z.array(z.string()).nullable(),
});
export type App = z.infer<typeof App>;

/** A single application; its id is in the URL. */
export const AppDetail = App.omit({ id: true });
export type AppDetail = z.infer<typeof AppDetail>;

export const AppParams = z.object({ appId: AppId });

const MAX_ARGS = 100;

/**
 * Whether the path may replace an application's command. A relative path would resolve inside the checkout, where
 * anyone with push access could place a program.
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
  title: nameText(),
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

/** A body with just a switch; absent means off, as in every other body. */
export const ActiveInput = z.object(
  {
    active: z
      .boolean("requestBodyInvalid")
      .nullish()
      .transform((value) => value ?? false),
  },
  "requestBodyInvalid",
);
