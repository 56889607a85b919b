import { useTranslations } from "next-intl";
import { writeClipboard } from "@/components/dialog/clipboard";
import { toast } from "@/components/ui/toast";

export type CopyKind = "command" | "alias" | "link" | "token" | "text";

/** Copies and shows a toast on success or failure; resolves to whether it worked. */
export function useCopy() {
  const t = useTranslations("common");
  return async (text: string, what: CopyKind = "text"): Promise<boolean> => {
    try {
      await writeClipboard(text, t("copyRefused"));
      toast.success(t(`copied.${what}`));
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      toast.error(t(what === "command" ? "copyCommandFailed" : "copyFailed", { reason }));
      return false;
    }
  };
}
