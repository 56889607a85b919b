import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { holdLeaving } from "@/components/form/leave-question";
import { useLeaveWarning } from "@/components/form/unsaved";
import { wantsNewTab } from "@/components/table/row/row-open";
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
  const leaving = useRef(false);
  const [discarded, setDiscarded] = useState(false);
  // A page that waits for the server opens later, and asks nothing again.
  useLeaveWarning(unsaved && !discarded);

  useEffect(() => {
    if (!unsaved) return;
    const holdLink = (event: MouseEvent) => {
      const href = leadsAway(event);
      if (href === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setLeave(() => () => router.push(href));
    };
    const holdBack = (event: NavigateEvent) => {
      const { cancelable, navigationType, destination } = event;
      if (leaving.current || !cancelable || navigationType !== "traverse" || isHere(destination.url)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setLeave(() => () => window.navigation.traverseTo(destination.key));
    };
    const release = holdLeaving((to) => setLeave(() => (typeof to === "string" ? () => router.push(to) : to)));
    // On window, so that it runs before the link's own handlers.
    window.addEventListener("click", holdLink, { capture: true });
    // Not supported by every browser.
    window.navigation?.addEventListener("navigate", holdBack);
    return () => {
      release();
      window.removeEventListener("click", holdLink, { capture: true });
      window.navigation?.removeEventListener("navigate", holdBack);
    };
  }, [unsaved, router]);

  function discard() {
    leaving.current = true;
    setDiscarded(true);
    setLeave(null);
    leave?.();
  }

  return <LeaveDialog open={leave !== null} onOpenChange={(open) => !open && setLeave(null)} onLeave={discard} />;
}

/** The console page that a click would navigate to; for everything else the browser asks itself. */
function leadsAway(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.target === "_blank" || link.download || wantsNewTab(event)) return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin || isHere(link.href)) return null;
  return pathname + search + hash;
}

/** Logs and their lines open over the page, which stays. */
const isHere = (url: string): boolean => new URL(url).pathname === window.location.pathname;

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
