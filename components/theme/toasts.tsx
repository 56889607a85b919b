import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { toastWanted } from "@/components/ui/toast";

const load = () => import("@/components/ui/sonner");
const Toaster = dynamic(() => load().then((module) => module.Toaster));

/** Renders toasts; its code is fetched before the first one can be needed. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const show = () => setWanted(true);
    // Offline there are no toasts, but the page still works.
    void toastWanted.then(load).then(show, () => undefined);
  }, []);
  return (
    <PrefetchOnInteraction open={wanted} load={load}>
      <Toaster />
    </PrefetchOnInteraction>
  );
}
