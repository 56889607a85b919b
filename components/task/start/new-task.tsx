import dynamic from "next/dynamic";

const load = () => import("@/components/task/start/new-task-dialog");

/** The dialog, loaded after the page. */
export const NewTask = dynamic(() => load().then((module) => module.NewTaskDialog));

/** Prefetches the dialog. Offline, opening it reports the error. */
export const prepareNewTask = (): void => void load().catch(() => undefined);
