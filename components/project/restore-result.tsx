import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { homeOf } from "@/components/project/choose-project";
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
  const t = useTranslations("project.restore");
  const router = useRouter();
  if (!restored) return null;
  const home = homeOf(restored);
  const { empty_secrets: emptySecrets, dropped_aliases: aliases } = restored;
  return (
    <Dialog open onOpenChange={() => router.push(home)}>
      <DialogContent width={480} aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{t("done")}</DialogTitle>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-3">
          <Alert variant="success">{t("restored", { name: restored.name })}</Alert>
          {restored.restored_states > 0 && (
            <Alert variant="success">{t("restoredStates", { count: restored.restored_states })}</Alert>
          )}
          {restored.emptyKeys > 0 && (
            <Alert variant="amber" title={t("emptyKeys", { count: restored.emptyKeys })}>
              {t("emptyKeysHint")}
            </Alert>
          )}
          {emptySecrets > 0 && (
            <Alert variant="amber" title={t("emptySecrets", { count: emptySecrets })}>
              {t("emptySecretsHint")}
            </Alert>
          )}
          {aliases.length > 0 && (
            <Alert variant="amber" title={t("droppedAliases", { count: aliases.length })}>
              {t("droppedAliasesHint", { aliases: aliases.join(", ") })}
            </Alert>
          )}
        </DialogBody>
        <DialogFooter>
          {restored.emptyKeys > 0 && (
            <Button asChild>
              <Link href={`/project/${restored.id}/keys`}>{t("fillKeys")}</Link>
            </Button>
          )}
          <Button asChild variant="primary">
            <Link ref={focus} href={home}>
              {t("open")}
            </Link>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
