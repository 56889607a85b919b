import Link from "next/link";
import { useTranslations } from "next-intl";
import { SelectField } from "@/components/form/choice/select-field";
import type { TaskStart } from "@/components/task/start/load-start";
import { versionOf } from "@/components/task/table/task-version";
import { templateHref } from "@/components/template/template-href";
import { Alert } from "@/components/ui/alert";

type BuildFieldProps = { start: Pick<TaskStart, "template" | "builds">; required?: boolean };

/** Selects a deploy's build; by default the newest. */
export function BuildField({ start: { template, builds }, required }: BuildFieldProps) {
  const t = useTranslations("task.form");
  if (builds.length === 0) {
    return (
      <Alert variant="amber">
        {t.rich("noBuilds", {
          link: (text) => (
            <Link className="underline" href={templateHref(template.project_id, template.build_template_id ?? 0)}>
              {text}
            </Link>
          ),
        })}
      </Alert>
    );
  }
  const options = builds.map((build) => ({
    value: build.id,
    label: versionOf(build) ?? `#${build.id}`,
    hint: build.message,
  }));
  return (
    <SelectField
      name="build_task_id"
      label={t("buildVersion")}
      options={options}
      required={required}
      clearable={!required}
      placeholder={required ? undefined : t("newestBuild")}
    />
  );
}
