"use client";

import { signIn } from "next-auth/react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect } from "react";
import { FormProvider, type UseFormSetFocus } from "react-hook-form";
import type { z } from "zod";
import { succeed } from "@/components/api-client";
import { PasswordField } from "@/components/form/field/password-field";
import { TextField } from "@/components/form/field/text-field";
import { FormFrame } from "@/components/form/form-frame";
import { hasFocus } from "@/components/form/invalid-field";
import { useEntityForm } from "@/components/form/use-entity-form";
import { useErrorText } from "@/components/session/use-error-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { wantedPath } from "@/lib/access/sign-in-path";
import { LoginInput } from "@/lib/session/schema";

type SignInFormProps = { initialError?: string | null; username?: string; onSignedIn?: () => void };

/** Signs in with a password; then opens the requested page, or home with the query string. */
export function SignInForm({ initialError = null, username = "", onSignedIn = openWanted }: SignInFormProps) {
  const t = useTranslations("session");
  const errorText = useErrorText();
  const { form, element, failure, save } = useEntityForm({
    schema: LoginInput,
    defaults: { auth: username, password: "" },
    submit: async (input) => {
      const error = await startSession(input);
      if (error === null) return { ok: true, data: null };
      return { ok: false, failure: { code: error, message: errorText(error), fields: {} } };
    },
    onSaved: onSignedIn,
  });
  const { isSubmitting, isSubmitSuccessful: leaving } = form.formState;
  useCursor(element, form.setFocus, {
    start: username === "" ? "auth" : "password",
    refused: failure !== null && !isSubmitting,
  });
  const shown = failure ?? (initialError && !form.formState.isSubmitted ? [errorText(initialError)] : null);
  return (
    <FormProvider {...form}>
      <FormFrame element={element} save={save} saving={isSubmitting || leaving} className="flex flex-col gap-4">
        {shown && (
          <Alert variant="error" title={t("failed")}>
            {shown[0]}
          </Alert>
        )}
        <TextField name="auth" label={t("username")} autoComplete="username" />
        <PasswordField name="password" label={t("password")} autoComplete="current-password" />
        <Button type="submit" variant="primary" size="lg" className="mt-1" loading={isSubmitting || leaving}>
          {t("signIn")}
        </Button>
      </FormFrame>
    </FormProvider>
  );
}

/** Resolves with null or the name of the error; rejects when the server doesn't respond. */
async function startSession({ auth, password }: z.output<typeof LoginInput>): Promise<string | null> {
  // Without this response next-auth would navigate to a page that can't be loaded either.
  await succeed(fetch("/api/auth/providers"));
  const result = await signIn("credentials", { auth, password, redirect: false });
  return result?.ok && !result.error ? null : (result?.error ?? "internal");
}

const openWanted = () =>
  window.location.assign(wantedPath(new URLSearchParams(window.location.search), window.location.hash));

type Cursor = { start: "auth" | "password"; refused: boolean };

/**
 * Focuses the first empty field, unless that opens an on-screen keyboard or somebody types already; the password after a failed
 * attempt.
 */
function useCursor(
  element: RefObject<HTMLFormElement | null>,
  setFocus: UseFormSetFocus<z.input<typeof LoginInput>>,
  { start, refused }: Cursor,
): void {
  useEffect(() => {
    if (refused) setFocus("password", { shouldSelect: true });
  }, [refused, setFocus]);
  useEffect(() => {
    if (!hasFocus(element.current) && window.matchMedia("(pointer: fine)").matches) setFocus(start);
  }, [element, setFocus, start]);
}
