"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { apiDownload } from "@/components/api-client";
import { EntityForm } from "@/components/form/entity-form";
import { BackupInput } from "@/components/project/backup-input";
import { BackupStatesFields } from "@/components/project/backup-states-fields";
import { toast } from "@/components/ui/toast";

const DEFAULTS: BackupInput = { include_states: false, all_versions: false, states_passphrase: "" };

/** Saves the project as a backup file, with its states on request. */
export function BackupForm({ projectId }: { projectId: number }) {
  const t = useTranslations("project");

  async function save({ include_states, all_versions, states_passphrase }: BackupInput) {
    const name = `backup_${projectId}_${Date.now()}.json`;
    const params = { projectId };
    if (include_states) {
      const body = { states: all_versions ? ("all" as const) : ("newest" as const), states_passphrase };
      await apiDownload("POST /project/:projectId/backup", { params, body }, name);
    } else {
      await apiDownload("GET /project/:projectId/backup", { params }, name);
    }
    return { ok: true as const, data: undefined };
  }

  return (
    <EntityForm
      schema={BackupInput}
      defaults={DEFAULTS}
      submit={save}
      onSaved={() => toast.success(t("exported"))}
      submitLabel={
        <>
          <Download />
          {t("backup.save")}
        </>
      }
      className="basis-full"
    >
      <BackupStatesFields />
    </EntityForm>
  );
}
