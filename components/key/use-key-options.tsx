import { useTranslations } from "next-intl";
import type { Option } from "@/components/form/choice/option";
import { KeyIcon } from "@/components/key/key-icon";
import type { Key } from "@/lib/key/schema";

/** The fields of a key that selects need. */
export type KeyChoice = Pick<Key, "id" | "name" | "type">;

/** Keys as options of a select, each with its type as a hint. */
export function useKeyOptions(keys: readonly KeyChoice[]): Option[] {
  const t = useTranslations("key");
  return keys.map(({ id, name, type }) => ({
    value: id,
    label: name,
    hint: t(`types.${type}`),
    icon: <KeyIcon type={type} />,
  }));
}
