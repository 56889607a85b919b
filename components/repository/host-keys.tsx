import { useTranslations } from "next-intl";
import { HostKeyTable } from "@/components/repository/host-key-table";
import type { HostKey } from "@/lib/repository/schema";

type HostKeysProps = { projectId: number; hostKeys: HostKey[]; mayManage: boolean };

/** The project's trusted ssh hosts and their keys; a task that met a changed key links here. */
export function HostKeys({ projectId, hostKeys, mayManage }: HostKeysProps) {
  const t = useTranslations("hostKey");
  return (
    <section id="host-keys" aria-labelledby="host-keys-title" className="mt-4 flex scroll-mt-4 flex-col gap-3">
      <div className="max-w-3xl">
        <h2 id="host-keys-title" className="font-semibold">
          {t("title")}
        </h2>
        <p className="text-muted-foreground text-sm">{t("about")}</p>
      </div>
      {hostKeys.length === 0 ? (
        <p className="rounded-lg border border-border border-dashed px-4 py-3 text-muted-foreground text-sm">
          {t("none")}
        </p>
      ) : (
        <HostKeyTable projectId={projectId} hostKeys={hostKeys} mayManage={mayManage} />
      )}
    </section>
  );
}
