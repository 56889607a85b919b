import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useContext, useEffect, useState } from "react";
import { holdLeaving, leaving } from "@/components/form/leave-question";
import { InLog, useLeaveWarning } from "@/components/form/unsaved";
import { wantsNewTab } from "@/components/table/row/row-open";
import { TASK_PARAM } from "@/components/task/open-task";
import {
  AlertDialog,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";

/** While `unsaved`, links, the palette, shortcuts and the browser's Back button ask first; of several guards, one does. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const router = useRouter();
  /** The navigation to continue if the user discards the changes. */
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const inLog = useContext(InLog);
  useLeaveWarning(unsaved);

  useEffect(() => {
    if (!unsaved) return;
    const holdLink = (event: MouseEvent) => {
      const href = pageOf(event);
      if (href === null || isHere(href, inLog)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setLeave(() => () => router.push(href));
    };
    const holdBack = (event: NavigateEvent) => {
      const { cancelable, navigationType, destination } = event;
      if (leaving.current || !cancelable || navigationType !== "traverse" || isHere(destination.url, inLog)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setLeave(() => () => window.navigation.traverseTo(destination.key));
    };
    const release = holdLeaving((to) => {
      if (typeof to === "string" && isHere(to, inLog)) return false;
      setLeave(() => (typeof to === "string" ? () => router.push(to) : to));
      return true;
    });
    // On window, so that it runs before the link's own handlers.
    window.addEventListener("click", holdLink, { capture: true });
    // Not supported by every browser.
    window.navigation?.addEventListener("navigate", holdBack);
    return () => {
      release();
      window.removeEventListener("click", holdLink, { capture: true });
      window.navigation?.removeEventListener("navigate", holdBack);
    };
  }, [unsaved, inLog, router]);

  function discard() {
    // A page that waits for the server opens later: neither another form nor the browser asks again.
    leaving.current = unsaved;
    setLeave(null);
    leave?.();
  }

  return <LeaveDialog open={leave !== null} onOpenChange={(open) => !open && setLeave(null)} onLeave={discard} />;
}

/** The console page that a click would navigate to; for everything else the browser asks itself. */
function pageOf(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target === "_blank" || link.download || wantsNewTab(event)) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  return origin === window.location.origin ? pathname + search + hash : null;
}

/** Logs and their lines open over the page, which stays; a form within a log is there until another opens, or none. */
function isHere(address: string, inLog: boolean): boolean {
  const [to, here] = [new URL(address, window.location.href), new URL(window.location.href)];
  const isSameLog = to.searchParams.get(TASK_PARAM) === here.searchParams.get(TASK_PARAM);
  return to.pathname === here.pathname && (isSameLog || !inLog);
}

type LeaveDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onLeave: () => void };

/** Asks whether to discard unsaved changes. */
export function LeaveDialog({ open, onOpenChange, onLeave }: LeaveDialogProps) {
  const t = useTranslations("form");
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent width={360}>
        <AlertDialogTitle>{t("leaveTitle")}</AlertDialogTitle>
        <AlertDialogDescription>{t("leaveText")}</AlertDialogDescription>
        <AlertDialogFooter>
          <AlertDialogCancel asChild>
            <Button>{t("stay")}</Button>
          </AlertDialogCancel>
          <Button variant="destructive" onClick={onLeave}>
            {t("leave")}
          </Button>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  );
}
