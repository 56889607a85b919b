import { useTranslations } from "next-intl";
import { api } from "@/components/api-client";
import { AppFields } from "@/components/app/app-fields";
import { FormDialog } from "@/components/form/form-dialog";
import { saveApp } from "@/lib/app/actions";
import { type App, AppId, AppInput } from "@/lib/app/schema";

const BLANK: Omit<App, "priority"> & { priority: number | null } = {
  id: "",
  icon: "",
  color: "",
  dark_color: "",
  title: "",
  path: "",
  priority: null,
  args: [],
  active: true,
};

type AppFormProps = {
  /** Null creates a new application. */
  item: App | null;
  /** Ids that are already in use. */
  taken: string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

export function AppForm({ item, taken, ...dialog }: AppFormProps) {
  const t = useTranslations();
  return (
    <FormDialog
      {...dialog}
      title={t(item ? "app.edit" : "app.new")}
      width={450}
      schema={appFormSchema(item ? [] : taken)}
      defaults={item ? defaultsOf(item) : BLANK}
      reload={item ? () => loadValues(item.id) : undefined}
      submit={(input) => saveApp({ appId: input.id }, input)}
      submitLabel={item ? undefined : t("common.create")}
    >
      <AppFields item={item} />
    </FormDialog>
  );
}

const defaultsOf = (app: App) => ({ ...app, args: app.args ?? [] });

const loadValues = async (appId: string) =>
  defaultsOf({ id: appId, ...(await api("GET /apps/:appId", { params: { appId } })) });

/** The id is what templates refer to, so a new one must be unused. */
const appFormSchema = (taken: readonly string[]) =>
  AppInput.refine(({ id }) => id !== "", { path: ["id"], message: "appIdRequired", abort: true })
    .refine(({ id }) => AppId.safeParse(id).success, { path: ["id"], message: "appIdInvalid", abort: true })
    .refine(({ id }) => !taken.includes(id), { path: ["id"], message: "appIdTaken" });
