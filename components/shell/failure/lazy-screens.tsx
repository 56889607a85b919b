"use client";

import dynamic from "next/dynamic";
import { withTexts } from "@/components/language/loaded-texts";
import { PlainFailure } from "@/components/shell/failure/plain-failure";

/** Every page refers to these screens, but few visits show one. */
const loadFailure = () => withTexts(import("@/components/shell/failure/error-in-frame"));
const loadNotFound = () => import("@/components/shell/failure/not-found-screen");

/** With `loading`, what surrounds the failed screen stays while it loads. */
const options = { loading: () => null };
const plain = () => PlainFailure;

export const ErrorInFrame = dynamic(() => loadFailure().then((module) => module.ErrorInFrame, plain), options);
export const ErrorScreen = dynamic(
  () => withTexts(import("@/components/shell/failure/error-screen")).then((module) => module.ErrorScreen, plain),
  options,
);

export const NotFoundInFrame = dynamic(() => loadNotFound().then((module) => module.NotFoundInFrame));
export const NotFoundScreen = dynamic(() => loadNotFound().then((module) => module.NotFoundScreen));

/** Fetched while the server can be reached: it may be what fails. */
export const prefetchFailure = (): void => void loadFailure().catch(() => undefined);
