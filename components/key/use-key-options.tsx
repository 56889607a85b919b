import { useTranslations } from "next-intl";
import type { Option } from "@/components/form/choice/option";
import { KeyIcon } from "@/components/key/key-icon";
import type { Key } from "@/lib/key/schema";

/** What a select needs to know of a key. */
export type KeyChoice = Pick<Key, "id" | "name" | "type">;

/** Keys as the options of a select, each with its kind beside the name. */
export function useKeyOptions(keys: readonly KeyChoice[]): Option[] {
  const t = useTranslations("key");
  return keys.map(({ id, name, type }) => ({
    value: id,
    label: name,
    hint: t(`types.${type}`),
    icon: <KeyIcon type={type} />,
  }));
}
