"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EntityForm } from "@/components/form/entity-form";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { TextField } from "@/components/form/field/text-field";
import { BackupFileField } from "@/components/project/backup-file-field";
import { failureByPlace } from "@/components/project/restore-failure";
import { emptyKeys, RestoreInput, renamed } from "@/components/project/restore-input";
import { type Restored, RestoreResult } from "@/components/project/restore-result";
import { RestoreStatesFields } from "@/components/project/restore-states-fields";
import { restoreBackup } from "@/lib/backup/actions";

const DEFAULTS = { name: "", file: "", states_passphrase: "", without_states: false, strict: false };

/** Creates a project from a backup file, and shows what is left to do. */
export function RestoreForm() {
  const t = useTranslations("project");
  const router = useRouter();
  const [restored, setRestored] = useState<Restored | null>(null);
  const [hasStates, setHasStates] = useState(false);

  async function submit(input: RestoreInput) {
    const result = await restoreBackup({}, renamed(input));
    if (!result.ok) return { ...result, failure: failureByPlace(result.failure, t("restore.refused")) };
    return { ok: true as const, data: { ...result.data, emptyKeys: emptyKeys(input.file) } };
  }

  function show(project: Restored) {
    setRestored(project);
    router.refresh();
  }

  return (
    <>
      <EntityForm
        schema={RestoreInput}
        defaults={DEFAULTS}
        submit={submit}
        onSaved={show}
        submitLabel={t("restore.submit")}
      >
        <BackupFileField onTaken={(file) => setHasStates(file.hasStates)} />
        <TextField name="name" label={t("name")} required maxLength={255} />
        {hasStates && <RestoreStatesFields />}
        <CheckboxField name="strict" label={t("restore.strict")} help={t("restore.strictHelp")} />
      </EntityForm>
      <RestoreResult restored={restored} />
    </>
  );
}
