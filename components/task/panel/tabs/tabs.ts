import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import type { TabPanelProps } from "@/components/task/panel/tabs/panel-props";
import type { TaskDetail } from "@/lib/task/schema";

export type TaskTab = {
  /** In the address, and of its text `task.tabs.<name>`. */
  name: "hosts" | "timeline" | "log" | "details";
  applies: (task: TaskDetail) => boolean;
  Panel: ComponentType<TabPanelProps> | "log";
};

const Details = dynamic(() => import("@/components/task/panel/tabs/details").then((module) => module.Details));

const Hosts = dynamic(() => import("@/components/task/hosts/hosts").then((module) => module.Hosts));
const Timeline = dynamic(() => import("@/components/task/hosts/timeline").then((module) => module.Timeline));

const hasEvents = ({ results }: TaskDetail) => results.includes("events");
const always = () => true;

/** In the order in which they are shown. */
export const TASK_TABS: readonly TaskTab[] = [
  { name: "hosts", applies: hasEvents, Panel: Hosts },
  { name: "timeline", applies: hasEvents, Panel: Timeline },
  { name: "log", applies: always, Panel: "log" },
  { name: "details", applies: always, Panel: Details },
];
