import { useFormatter, useTranslations } from "next-intl";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { NumberField } from "@/components/form/field/number-field";
import { TextField } from "@/components/form/field/text-field";
import type { ConfiguredChannel } from "@/lib/notification/schema";

/** The fields of ProjectInput for new projects and settings, including the alert channels. */
export function ProjectFields({ channels }: { channels: ConfiguredChannel[] }) {
  const t = useTranslations("project");
  const alertHelp = useAlertHelp(channels);
  const telegram = channels.some(({ channel }) => channel === "telegram");
  return (
    <>
      <TextField name="name" label={t("name")} required maxLength={255} />
      <CheckboxField name="alert" label={t("alert")} help={alertHelp} />
      <TextField
        name="alert_chat"
        label={t("alertChat")}
        help={t(telegram ? "alertChatHelp" : "alertChatUnused")}
        maxLength={255}
      />
      <NumberField
        name="max_parallel_tasks"
        label={t("maxParallelTasks")}
        help={t("maxParallelTasksHelp")}
        emptyValue={0}
        placeholder="0"
        className="max-w-60"
      />
    </>
  );
}

function useAlertHelp(channels: ConfiguredChannel[]): string {
  const t = useTranslations();
  const format = useFormatter();
  if (channels.length === 0) return t("project.alertChannelsNone");
  const names = format.list(channels.map(({ channel }) => t(`notification.channels.${channel}`)));
  return `${t("project.alertHelp")} ${t("project.alertChannels", { channels: names })}`;
}
