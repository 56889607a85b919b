import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { api } from "@/components/api-client";
import { useCreatable } from "@/components/create/create-context";
import { SelectField } from "@/components/form/choice/select-field";
import type { FieldProps } from "@/components/form/field/field";
import { KeyIcon } from "@/components/key/key-icon";
import { type KeyChoice, useKeyOptions } from "@/components/key/use-key-options";
import { useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";

/** Stands for the None key while the project doesn't have one. */
const CREATE_NONE_KEY = 0;

type KeyFieldProps = FieldProps & { projectId: number; keys: KeyChoice[]; placeholder?: string | undefined };

/** Selects a key; None is always available and created on demand. */
export function KeyField({ projectId, keys, ...field }: KeyFieldProps) {
  const t = useTranslations("key");
  const request = (onCreated: (key: KeyChoice) => void) => ({ kind: "key" as const, onCreated });
  const { known, add, create } = useCreatable<KeyChoice>(keys, t("new"), request);
  const options = useKeyOptions(known);
  const none = { value: CREATE_NONE_KEY, label: t("types.none"), hint: t("isMade"), icon: <KeyIcon type="none" /> };
  const make = useMakeNone(projectId, field.name, add);
  return (
    <SelectField
      {...field}
      options={known.some(({ type }) => type === "none") ? options : [...options, none]}
      onPick={(value) => value === CREATE_NONE_KEY && void make()}
      create={create}
    />
  );
}

function useMakeNone(projectId: number, field: string, onMade: (key: KeyChoice) => void) {
  const t = useTranslations("key.types");
  const { setValue } = useFormContext();
  const router = useRouter();
  const problemText = useProblemText();
  return async () => {
    const name = t("none");
    const id = await findNoneKey(projectId, name).catch((thrown) => {
      toast.error(problemText(thrown));
      return null;
    });
    if (id !== null) onMade({ id, name, type: "none" });
    setValue(field, id, { shouldDirty: true, shouldValidate: true });
    router.refresh();
  };
}

/** The id of the project's first key of type None; creates one with that name if there is none. */
export async function findNoneKey(projectId: number, name: string): Promise<number> {
  const params = { projectId };
  const keys = await api("GET /project/:projectId/keys", { params });
  const key = keys.find(({ type }) => type === "none");
  if (key) return key.id;
  return (await api("POST /project/:projectId/keys", { params, body: { name, type: "none" } })).id;
}
