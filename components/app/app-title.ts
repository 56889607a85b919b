import { useTranslations } from "next-intl";
import { BUILTIN_APPS, type BuiltinApp } from "@/lib/protocol/app";

export const isBuiltinApp = (id: string): id is BuiltinApp => BUILTIN_APPS.some((app) => app === id);

/** An application's title: the administrator's, else ours, else its id. */
export function useAppTitle(): (app: { id: string; title?: string }) => string {
  const t = useTranslations("app.titles");
  return ({ id, title }) => title || (isBuiltinApp(id) ? t(id) : id);
}
