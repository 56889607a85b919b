import { useTranslations } from "next-intl";
import type { KeyDetails as Details } from "@/lib/key/schema";

/** The public details of a stored SSH key. */
export function KeyDetails({ details: { type, bits, comment, fingerprint } }: { details: Details }) {
  const t = useTranslations("key");
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-md bg-muted px-3 py-2 text-sm">
      <dt className="text-muted-foreground">{t("algorithm")}</dt>
      <dd>
        {type.toUpperCase()} {bits}
      </dd>
      <dt className="text-muted-foreground">{t("fingerprint")}</dt>
      <dd className="break-all font-mono text-xs leading-5">{fingerprint}</dd>
      {comment && (
        <>
          <dt className="text-muted-foreground">{t("comment")}</dt>
          <dd className="break-all">{comment}</dd>
        </>
      )}
    </dl>
  );
}
