import { useTranslations } from "next-intl";
import { isBuiltinApp } from "@/lib/protocol/app";

/** An application's title: the administrator's, else ours, else its id. */
export function useAppTitle(): (app: { id: string; title?: string }) => string {
  const t = useTranslations("app.titles");
  return ({ id, title }) => title || (isBuiltinApp(id) ? t(id) : id);
}
