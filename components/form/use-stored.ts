import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";

type Stored<Input extends FieldValues, Output> = {
  /** Makes of the form's values what it saves. */
  schema: z.ZodType<unknown, Input>;
  defaults: Input;
  reload?: () => Promise<Input>;
  form: UseFormReturn<Input, unknown, Output>;
  element: RefObject<HTMLFormElement | null>;
};

/** What a form shows as stored, and whether the server has had something else since then. */
export function useStored<Input extends FieldValues, Output>(options: Stored<Input, Output>) {
  const { schema, defaults, reload, form, element } = options;
  const opened = useRef(defaults);
  const newest = useRef(defaults);
  const known = useRef<string | null>(null);
  const used = useUsed(element);
  const { isDirty } = form.formState;

  // A page that is loaded again brings new defaults, as after Back. Half an entry is in no value of the form yet.
  useLayoutEffect(() => {
    const isSame = defaults === newest.current || JSON.stringify(defaults) === JSON.stringify(newest.current);
    newest.current = defaults;
    if (isSame || isDirty || used.current) return;
    form.reset(defaults);
    opened.current = defaults;
    known.current = null;
  });

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

/** Whether anybody has begun to work in the form. */
function useUsed(element: RefObject<HTMLFormElement | null>): RefObject<boolean> {
  const used = useRef(false);
  useEffect(() => {
    const form = element.current;
    const note = () => {
      used.current = true;
    };
    for (const event of USES) form?.addEventListener(event, note, true);
    return () => {
      for (const event of USES) form?.removeEventListener(event, note, true);
    };
  }, [element]);
  return used;
}

const USES = ["pointerdown", "keydown", "input"] as const;
