import dynamic from "next/dynamic";

const load = () => import("@/components/task/start/new-task-dialog");

/** The dialog, whose code comes later than the page. */
export const NewTask = dynamic(() => load().then((module) => module.NewTaskDialog));

/** Fetches the dialog before it is asked for. Whoever opens it without the network gets to know then. */
export const prepareNewTask = (): void => void load().catch(() => undefined);
