import { EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";

/** A value of a state: a string as is, anything else as JSON. */
export const ValueText = ({ value }: { value: unknown }) => (
  <code className="wrap-anywhere block max-h-48 overflow-y-auto whitespace-pre-wrap font-mono text-xs leading-5">
    {printed(value)}
  </code>
);

export const printed = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value ?? null, null, 2);

/** Replaces a hidden value. */
export function SensitiveMark() {
  const t = useTranslations("state");
  return (
    <Badge variant="outline">
      <EyeOff aria-hidden="true" />
      {t("sensitive")}
    </Badge>
  );
}
