import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { toastWanted } from "@/components/ui/toast";

const load = () => import("@/components/ui/sonner");
const Toaster = dynamic(() => load().then((module) => module.Toaster));

/** A page without any interaction, too, has to say that the server can't be reached. */
const IDLE_MS = 15_000;

/** Renders toasts; its code is fetched before the first one can be needed. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const show = () => setWanted(true);
    // Without it there are no toasts, but the page still works.
    void toastWanted.then(load).then(show, () => undefined);
  }, []);
  return (
    <PrefetchOnInteraction open={wanted} load={load} afterMs={IDLE_MS}>
      <Toaster />
    </PrefetchOnInteraction>
  );
}
