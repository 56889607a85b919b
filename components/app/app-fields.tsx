import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { AppIcon } from "@/components/app/app-icon";
import { APP_ICON_NAMES } from "@/components/app/app-icons";
import { useAppTitle } from "@/components/app/app-title";
import { ColorField } from "@/components/app/color-field";
import { SelectField } from "@/components/form/choice/select-field";
import { CheckboxField } from "@/components/form/field/checkbox-field";
import { NumberField } from "@/components/form/field/number-field";
import { TextField } from "@/components/form/field/text-field";
import { FormRow } from "@/components/form/form-section";
import { StringListField } from "@/components/form/list/string-list-field";
import type { App } from "@/lib/app/schema";
import { commandOf } from "@/lib/protocol/app";

export function AppFields({ item }: { item: App | null }) {
  const t = useTranslations("app");
  const title = useAppTitle();
  const [id, color, darkColor]: string[] = useWatch({ name: ["id", "color", "dark_color"] });
  const app = id ?? "";
  const look = { color: color ?? "", dark_color: darkColor ?? "" };
  return (
    <>
      <TextField
        name="id"
        label={t("id")}
        required
        mono
        maxLength={64}
        disabled={item !== null}
        help={item ? undefined : t("idHelp")}
      />
      <TextField name="title" label={t("name")} placeholder={title({ id: app })} maxLength={255} />
      <SelectField
        name="icon"
        label={t("icon")}
        clearable
        emptyValue=""
        options={APP_ICON_NAMES.map((icon) => ({
          value: icon,
          label: t(`icons.${icon}`),
          icon: <AppIcon app={app} look={{ ...look, icon }} />,
        }))}
      />
      <FormRow>
        <ColorField name="color" label={t("color")} />
        <ColorField name="dark_color" label={t("darkColor")} />
      </FormRow>
      <TextField
        name="path"
        label={t("path")}
        mono
        placeholder={commandOf(app) ?? app}
        help={t("pathHelp")}
        maxLength={4096}
      />
      <NumberField name="priority" label={t("priority")} help={t("priorityHelp")} />
      <StringListField name="args" label={t("args")} help={t("argsHelp")} />
      <CheckboxField name="active" label={t("active")} />
    </>
  );
}
