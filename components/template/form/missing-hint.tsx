import Link from "next/link";
import { useTranslations } from "next-intl";
import { useConsole } from "@/components/shell/console-context";

type MissingHintProps = { kind: "repositories" | "inventory" | "environment" | "keys" };

/** Under a field that has nothing to choose from: where to make it. */
export function MissingHint({ kind }: MissingHintProps) {
  const t = useTranslations("template.missing");
  const { project } = useConsole();
  return t.rich(kind, {
    link: (text) => (
      <Link href={`/project/${project?.id ?? 0}/${kind}`} className="text-primary-text underline">
        {text}
      </Link>
    ),
  });
}
