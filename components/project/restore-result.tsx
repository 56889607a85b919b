import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { homeOf } from "@/components/project/choose-project";
import { RestoreReport } from "@/components/project/report/restore-report";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import type { RestoredProject } from "@/lib/backup/schema";

/** `emptyKeys`: how many keys need a secret. */
export type Restored = RestoredProject & { emptyKeys: number };

/** Enter continues; by default a dialog doesn't focus links. */
const focus = (link: HTMLAnchorElement | null) => link?.focus();

/** The result of a restore; it doesn't return to the form, because the project now exists. */
export function RestoreResult({ restored }: { restored: Restored | null }) {
  const t = useTranslations("project");
  const router = useRouter();
  if (!restored) return null;
  const home = homeOf(restored);
  const { empty_secrets: emptySecrets, dropped_aliases: aliases, report } = restored;
  return (
    <Dialog open onOpenChange={() => router.push(home)}>
      <DialogContent width={report.length > 0 ? 800 : 480} aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{t("restore.done")}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-3">
          <Alert variant="success">{t("restore.restored", { name: restored.name })}</Alert>
          {restored.restored_states > 0 && (
            <Alert variant="success">{t("restore.restoredStates", { count: restored.restored_states })}</Alert>
          )}
          {restored.emptyKeys > 0 && (
            <Alert variant="amber" title={t("restore.emptyKeys", { count: restored.emptyKeys })}>
              {t("restore.emptyKeysHint")}
            </Alert>
          )}
          {emptySecrets > 0 && (
            <Alert variant="amber" title={t("restore.emptySecrets", { count: emptySecrets })}>
              {t("restore.emptySecretsHint")}
            </Alert>
          )}
          {aliases.length > 0 && (
            <Alert variant="amber" title={t("restore.droppedAliases", { count: aliases.length })}>
              {t("restore.droppedAliasesHint", { aliases: aliases.join(", ") })}
            </Alert>
          )}
          {report.length > 0 && (
            <>
              <Alert variant="amber" title={t("report.count", { count: report.length })}>
                {t("report.hint")}
              </Alert>
              <RestoreReport projectId={restored.id} lines={report} />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          {restored.emptyKeys > 0 && (
            <Button asChild>
              <Link href={`/project/${restored.id}/keys`}>{t("restore.fillKeys")}</Link>
            </Button>
          )}
          <Button asChild variant="primary">
            <Link ref={focus} href={home}>
              {t("restore.open")}
            </Link>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
