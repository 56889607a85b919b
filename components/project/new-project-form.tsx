"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useMemo, useRef } from "react";
import { z } from "zod";
import { EntityForm } from "@/components/form/entity-form";
import { homeOf } from "@/components/project/choose-project";
import { ProjectFields } from "@/components/project/project-fields";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { createProject } from "@/lib/backup/actions";
import type { ConfiguredChannel } from "@/lib/notification/schema";
import { NewProjectInput, type Project } from "@/lib/project/schema";

const DEFAULTS = { name: "", alert: false, alert_chat: "", max_parallel_tasks: 0 };
const DEMO = "demo";

/** The pressed button decides whether a name is required. */
const schemaOf = (demo: { current: boolean }) =>
  z
    .custom<typeof DEFAULTS>()
    .transform((values): z.input<typeof NewProjectInput> => ({ ...values, demo: demo.current }))
    .pipe(NewProjectInput);

/** One form, two buttons: an empty project, or a demo project. */
export function NewProjectForm({ channels }: { channels: ConfiguredChannel[] }) {
  const t = useTranslations("project");
  const router = useRouter();
  const demo = useRef(false);
  const schema = useMemo(() => schemaOf(demo), []);

  function remember(event: SubmitEvent) {
    const { submitter } = event.nativeEvent;
    demo.current = submitter instanceof HTMLButtonElement && submitter.name === DEMO;
  }

  function open(project: Project) {
    toast.success(t("created", { name: project.name }));
    router.push(homeOf(project));
    router.refresh();
  }

  return (
    <div onSubmitCapture={remember}>
      <EntityForm
        schema={schema}
        defaults={DEFAULTS}
        submit={(input) => createProject({}, input)}
        onSaved={open}
        startsFocused
        submitLabel={t("create")}
        extraActions={
          <Button type="submit" name={DEMO}>
            {t("createDemo")}
          </Button>
        }
      >
        <ProjectFields channels={channels} />
      </EntityForm>
    </div>
  );
}
