import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { isSignedOut } from "@/components/api-client";
import { errorText, firstError, SERVER_ERROR } from "@/components/form/field-error";
import { FAILURE, failureOf, markFields } from "@/components/form/form-failure";
import { focusFirstControl, focusInvalidAfterRender } from "@/components/form/invalid-field";
import { useStored } from "@/components/form/use-stored";
import { useProblemWords } from "@/components/problem/use-error-words";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { SIGNED_OUT } from "@/components/session/session-end";
import type { ActionResult, Failure } from "@/lib/operation/result";

/** A schema whose messages are keys of messages.errors. */
type FormSchema<Input extends FieldValues, Output> = z.ZodType<Output, Input>;

export type EntityFormOptions<Input extends FieldValues, Output, Data> = {
  schema: FormSchema<Input, Output>;
  defaults: Input;
  /** Reads what is stored: where others have changed it since the form was opened, only a second attempt replaces theirs. */
  reload?: () => Promise<Input>;
  /** Usually a server action. */
  submit: (input: Output) => Promise<ActionResult<Data>>;
  /** Asks before saving; false cancels. */
  confirm?: (input: Output) => Promise<boolean>;
  onSaved?: (data: Data) => void;
  /** Keeps the form open after saving, with the saved values as the new defaults. */
  stays?: boolean;
  /** Focuses the first field when the form appears. */
  startsFocused?: boolean;
};

/** State of a form that saves through an action; errors appear in `failure` and at the fields. */
export function useEntityForm<Input extends FieldValues, Output, Data>(
  options: EntityFormOptions<Input, Output, Data>,
) {
  const { schema, defaults, submit, confirm, onSaved, stays, startsFocused } = options;
  const t = useTranslations("form");
  const problemText = useProblemText();
  const words = useProblemWords();
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Input, unknown, Output>({
    resolver: schemaResolver(schema),
    defaultValues: defaults as DefaultValues<Input>,
    shouldFocusError: false,
  });
  const { changedByOthers, saved } = useStored({ ...options, form, element });

  useEffect(() => {
    if (startsFocused && element.current) focusFirstControl(element.current);
  }, [startsFocused]);

  // Before the first submit nothing else validates a field while it changes.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const path = name as Path<Input> | undefined;
          if (path && form.getFieldState(path).error?.type === SERVER_ERROR) form.clearErrors(path);
        },
      }),
    [form],
  );

  const setFailure = (texts: string[]) => form.setError(FAILURE, { type: SERVER_ERROR, message: texts.join("\n") });

  function showFailure({ message, fields }: Failure) {
    const unplaced = markFields(form, element.current, fields);
    setFailure([message, ...unplaced.filter((text) => text !== message)]);
    focusInvalidAfterRender(element);
  }

  function showInvalid(errors: FieldErrors<Input>) {
    const error = firstError(errors);
    focusInvalidAfterRender(element, () => error && setFailure([errorText(error, words)]));
  }

  const save = form.handleSubmit(async (output) => {
    if (confirm && !(await confirm(output))) return;
    if (await changedByOthers()) return setFailure([t("changedByOthers")]);
    // An action returns failures; it only rejects when the server can't be reached.
    const result = await submit(output).catch((thrown): ActionResult<Data> => failed(thrown, problemText(thrown)));
    if (!result.ok) {
      problemOf(result);
      // A dialog asks to sign in, and the form would still say so after that.
      if (result.failure.code !== SIGNED_OUT) showFailure(result.failure);
      return;
    }
    if (stays) {
      form.reset(form.getValues());
      saved(form.getValues());
    }
    onSaved?.(result.data);
  }, showInvalid);

  return { form, element, failure: failureOf(form.formState.errors), save };
}

/** Also hands what an action created to `receive`. */
export async function handOver<Data>(
  creation: Promise<ActionResult<Data>>,
  receive: ((created: Data) => void) | undefined,
): Promise<ActionResult<Data>> {
  const result = await creation;
  if (result.ok) receive?.(result.data);
  return result;
}

/** Without zod's compiled parsers, because the content security policy forbids eval. */
const schemaResolver = <Input extends FieldValues, Output>(
  schema: FormSchema<Input, Output>,
): Resolver<Input, unknown, Output> => zodResolver(schema, { jitless: true });

const failed = (thrown: unknown, message: string) => ({
  ok: false as const,
  failure: { code: isSignedOut(thrown) ? SIGNED_OUT : "rejected", message, fields: {} },
});
