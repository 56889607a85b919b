"use client";

import dynamic from "next/dynamic";
import { withTexts } from "@/components/language/loaded-texts";
import { PlainFailure } from "@/components/shell/failure/plain-failure";

/** Every page refers to these screens, but few visits show one. */
const loadFailure = () => withTexts(import("@/components/shell/failure/error-screen"));
const loadNotFound = () => import("@/components/shell/failure/not-found-screen");

const plain = () => PlainFailure;
/** What surrounds the failed screen stays while it loads. */
const nothing = () => null;

export const ErrorScreen = dynamic(() => loadFailure().then((module) => module.ErrorScreen, plain), {
  loading: nothing,
});
export const ErrorInFrame = dynamic(() => loadFailure().then((module) => module.ErrorInFrame, plain), {
  loading: nothing,
});

export const NotFoundScreen = dynamic(() => loadNotFound().then((module) => module.NotFoundScreen));
export const NotFoundInFrame = dynamic(() => loadNotFound().then((module) => module.NotFoundInFrame));

/** Fetched while the server can be reached: it may be what fails. */
export const prefetchFailure = (): void => void loadFailure().catch(() => undefined);
