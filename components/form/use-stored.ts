import { useRef } from "react";
import type { z } from "zod";

type Stored<Input> = {
  /** Makes of the form's values what it saves. */
  schema: z.ZodType<unknown, Input>;
  defaults: Input;
  reload?: () => Promise<Input>;
};

/** What a form was opened with, and whether the server has had something else since then. */
export function useStored<Input>({ schema, defaults, reload }: Stored<Input>) {
  // A page that is loaded again brings new defaults, which the open form does not take over.
  const opened = useRef(defaults);
  const known = useRef<string | null>(null);

  /** Only what the form saves: a repository that was fetched meanwhile is the same. */
  function textOf(values: Input): string {
    const { data } = schema.safeParse(values, { jitless: true });
    return JSON.stringify(data ?? values);
  }

  async function read(): Promise<string | null> {
    if (!reload) return null;
    // Saving says better what is wrong, such as that it was deleted.
    return reload().then(textOf, () => null);
  }

  async function changedByOthers(): Promise<boolean> {
    const before = known.current ?? textOf(opened.current);
    const now = await read();
    if (now === null || now === before) return false;
    known.current = now;
    return true;
  }

  /** After these have been saved. */
  function saved(values: Input): void {
    known.current = textOf(values);
  }

  return { changedByOthers, saved };
}
