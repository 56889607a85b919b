import { zodResolver } from "@hookform/resolvers/zod";
import { useMessages } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { errorText, firstError, SERVER_ERROR } from "@/components/form/field-error";
import { focusFirstControl, focusFirstInvalid, placeErrors, shownFields } from "@/components/form/invalid-field";
import { useProblemText } from "@/components/problem/use-problem-text";
import type { ActionResult, Failure } from "@/lib/operation/result";

/** A schema whose messages are keys of messages.errors. */
type FormSchema<Input extends FieldValues, Output> = z.ZodType<Output, Input>;

export type EntityFormOptions<Input extends FieldValues, Output, Data> = {
  schema: FormSchema<Input, Output>;
  defaults: Input;
  /** Usually a server action. */
  submit: (input: Output) => Promise<ActionResult<Data>>;
  /** Asks before saving; false leaves the form as it is. */
  confirm?: (input: Output) => Promise<boolean>;
  onSaved?: (data: Data) => void;
  /** Keeps the form open after saving: what was saved becomes the new starting point. */
  stays?: boolean;
  /** Puts the cursor into the first field when the form appears. */
  startsFocused?: boolean;
};

/** State of a form that saves through an action: what failed stands in `failure` and at the fields. */
export function useEntityForm<Input extends FieldValues, Output, Data>(
  options: EntityFormOptions<Input, Output, Data>,
) {
  const { schema, defaults, submit, confirm, onSaved, stays, startsFocused } = options;
  const problemText = useProblemText();
  const texts: Record<string, string> = useMessages().errors;
  const element = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string[] | null>(null);
  const form = useForm<Input, unknown, Output>({
    resolver: schemaResolver(schema),
    defaultValues: defaults as DefaultValues<Input>,
    shouldFocusError: false,
  });

  useEffect(() => {
    if (startsFocused && element.current) focusFirstControl(element.current);
  }, [startsFocused]);

  function showFailure({ message, fields }: Failure) {
    const { placed, homeless } = placeErrors(fields, element.current ? shownFields(element.current) : new Set());
    for (const [path, text] of Object.entries(placed)) {
      form.setError(path as Path<Input>, { type: SERVER_ERROR, message: text });
    }
    setFailure([message, ...homeless.filter((text) => text !== message)]);
    afterRender(element, focusFirstInvalid);
  }

  function showInvalid(errors: FieldErrors<Input>) {
    setFailure(null);
    afterRender(element, (shown) => {
      const error = firstError(errors);
      if (!focusFirstInvalid(shown) && error) setFailure([errorText(error, texts)]);
    });
  }

  const save = form.handleSubmit(async (output) => {
    setFailure(null);
    if (confirm && !(await confirm(output))) return;
    // An action answers with a failure; it rejects only when it could not be asked.
    const result = await submit(output).catch((thrown): ActionResult<Data> => rejected(problemText(thrown)));
    if (!result.ok) return showFailure(result.failure);
    if (stays) form.reset(form.getValues());
    onSaved?.(result.data);
  }, showInvalid);

  return { form, element, failure, save };
}

/** Without zod's compiled parsers: the content security policy forbids eval. */
const schemaResolver = <Input extends FieldValues, Output>(
  schema: FormSchema<Input, Output>,
): Resolver<Input, unknown, Output> => zodResolver(schema, { jitless: true });

const rejected = (message: string) => ({
  ok: false as const,
  failure: { code: "rejected", message, fields: {} },
});

/** The fields carry their error marks, and are enabled again, only after React rendered. */
function afterRender(element: RefObject<HTMLFormElement | null>, act: (form: HTMLFormElement) => void) {
  setTimeout(() => element.current && act(element.current), 30);
}
