"use client";

import dynamic from "next/dynamic";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { withTexts } from "@/components/language/loaded-texts";
import { withoutWaiting } from "@/components/problem/hold-scripts";
import { PlainFailure } from "@/components/shell/failure/plain-failure";

/** Every page refers to these screens, but few visits show one. The root layout contains this module, so that pages don't. */
const loadFailure = () => withTexts(import("@/components/shell/failure/error-screen"));
const loadNotFound = () => import("@/components/shell/failure/not-found-screen");

/** Instead of waiting for a server that can't be reached. */
const plain = () => PlainFailure;
/** What surrounds the failed screen stays while it loads. */
const nothing = () => null;

export const ErrorScreen = dynamic(() => withoutWaiting(loadFailure()).then((module) => module.ErrorScreen, plain), {
  loading: nothing,
});
export const ErrorInFrame = dynamic(() => withoutWaiting(loadFailure()).then((module) => module.ErrorInFrame, plain), {
  loading: nothing,
});

export const NotFoundScreen = dynamic(() => loadNotFound().then((module) => module.NotFoundScreen));
export const NotFoundInFrame = dynamic(() => loadNotFound().then((module) => module.NotFoundInFrame));

/** Fetches the screen of a failure while the server can be reached: it may be what fails. */
export function PrefetchFailure() {
  return (
    <PrefetchOnInteraction open={false} load={loadFailure}>
      {null}
    </PrefetchOnInteraction>
  );
}
