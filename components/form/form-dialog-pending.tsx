import { useTranslations } from "next-intl";
import { NotLoaded } from "@/components/problem/not-loaded";
import { Button } from "@/components/ui/button";
import { DialogBody, DialogFooter } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";

const SHAPES = ["w-16", "w-24", "w-20"];

type FormDialogPendingProps = {
  /** Why loading failed. */
  problem: string | null;
  retry: () => void;
  requestClose: () => void;
};

/** Content of a form dialog while its values load. */
export function FormDialogPending({ problem, retry, requestClose }: FormDialogPendingProps) {
  const t = useTranslations();
  return (
    <>
      <DialogBody>
        {problem ? (
          <NotLoaded retry={retry}>{problem}</NotLoaded>
        ) : (
          <div role="status" aria-label={t("common.loading")} className="flex flex-col gap-4">
            {SHAPES.map((width) => (
              <div key={width} className="grid gap-2">
                <Skeleton className={`h-3.5 ${width}`} />
                <Skeleton className="h-8" />
              </div>
            ))}
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={requestClose}>{t("common.cancel")}</Button>
      </DialogFooter>
    </>
  );
}
