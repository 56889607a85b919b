"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { FormProvider, type UseFormSetFocus } from "react-hook-form";
import type { z } from "zod";
import { PasswordField } from "@/components/form/field/password-field";
import { TextField } from "@/components/form/field/text-field";
import { FormFrame } from "@/components/form/form-frame";
import { useEntityForm } from "@/components/form/use-entity-form";
import { startSession } from "@/components/session/start-session";
import { useErrorText } from "@/components/session/use-error-text";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { LoginInput } from "@/lib/session/schema";

const DEFAULTS = { auth: "", password: "" };

/** Signs in with a password; then goes home, keeping the query string. */
export function SignInForm({ initialError }: { initialError: string | null }) {
  const t = useTranslations("session");
  const errorText = useErrorText();
  const { form, element, failure, save } = useEntityForm({
    schema: LoginInput,
    defaults: DEFAULTS,
    submit: async (input) => {
      const error = await startSession(input);
      if (error === null) return { ok: true, data: null };
      return { ok: false, failure: { code: error, message: errorText(error), fields: {} } };
    },
  });
  const { isSubmitting, isSubmitSuccessful: leaving } = form.formState;
  useCursor(form.setFocus, failure !== null && !isSubmitting);
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

/** Focuses the first field, unless that opens an on-screen keyboard; the password after a failed attempt. */
function useCursor(setFocus: UseFormSetFocus<z.input<typeof LoginInput>>, refused: boolean): void {
  useEffect(() => {
    if (refused) setFocus("password", { shouldSelect: true });
  }, [refused, setFocus]);
  useEffect(() => {
    if (window.matchMedia("(pointer: fine)").matches) setFocus("auth");
  }, [setFocus]);
}
