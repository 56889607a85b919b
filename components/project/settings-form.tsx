"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { EntityForm } from "@/components/form/entity-form";
import { TestPanel } from "@/components/probe/test-panel";
import { ProjectFields } from "@/components/project/project-fields";
import { toast } from "@/components/ui/toast";
import type { ConfiguredChannel } from "@/lib/notification/schema";
import { createAlertProbe } from "@/lib/probe/actions";
import { updateProject } from "@/lib/project/actions";
import { type Project, ProjectInput } from "@/lib/project/schema";

type SettingsFormProps = { project: Project; channels: ConfiguredChannel[] };

export function SettingsForm({ project, channels }: SettingsFormProps) {
  const t = useTranslations();
  const router = useRouter();
  const { id } = project;

  async function save(input: ProjectInput) {
    const result = await updateProject({ projectId: id }, input);
    if (result.ok) toast.success(t("project.saved", { name: input.name }));
    return result;
  }

  return (
    <EntityForm
      stays
      schema={ProjectInput}
      defaults={valuesOf(project)}
      reload={async () => valuesOf(await api("GET /project/:projectId", { params: { projectId: id } }))}
      submit={save}
      onSaved={() => router.refresh()}
    >
      <ProjectFields channels={channels} />
      {channels.length > 0 && (
        <TestPanel
          projectId={id}
          label={t("probe.sendTest")}
          body={({ alert_chat: chat }: Pick<ProjectInput, "alert_chat">) => ({
            kind: "alert" as const,
            alert_chat: chat,
          })}
          ask={(body) => createAlertProbe({ projectId: id }, body)}
        />
      )}
    </EntityForm>
  );
}

const valuesOf = ({ name, alert, alert_chat, max_parallel_tasks }: Project) => ({
  name,
  alert,
  alert_chat,
  max_parallel_tasks,
});
