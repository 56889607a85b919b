"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { LoadedOnTouch } from "@/components/dialog/loaded-on-touch";
import { toastWanted } from "@/components/ui/toast";

const load = () => import("@/components/ui/sonner");
const Toaster = dynamic(() => load().then((module) => module.Toaster));

/** The place of toasts, fetched before the first one can be needed. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const show = () => setWanted(true);
    // Without the network there are no toasts, but still a page.
    void toastWanted.then(load).then(show, () => undefined);
  }, []);
  return (
    <LoadedOnTouch open={wanted} load={load}>
      <Toaster />
    </LoadedOnTouch>
  );
}
