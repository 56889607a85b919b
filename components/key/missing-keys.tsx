import Link from "next/link";
import { useTranslations } from "next-intl";

/** Under a select of keys in a project that has none. */
export function MissingKeys({ projectId }: { projectId: number }) {
  const t = useTranslations("key");
  return t.rich("missing", {
    link: (text) => (
      <Link href={`/project/${projectId}/keys`} className="text-primary-text underline">
        {text}
      </Link>
    ),
  });
}
