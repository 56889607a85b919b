import {
  Braces,
  CalendarClock,
  Cpu,
  Diff,
  FolderGit2,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Server,
  Users,
  Webhook,
} from "lucide-react";
import { can, type Permission } from "@/lib/access/roles";
import type { Project } from "@/lib/project/schema";

export type ScreenName =
  | "dashboard"
  | "templates"
  | "schedule"
  | "inventory"
  | "environment"
  | "keys"
  | "repositories"
  | "states"
  | "drift"
  | "runners"
  | "integrations"
  | "team";

export type Screen = {
  name: ScreenName;
  icon: LucideIcon;
  /** First parts of the path below the project that belong to it; the first one is its own address. */
  paths: [string, ...string[]];
  /** Pressed after g. */
  goKey: string;
  /** Only for those who have it. */
  permission?: Permission;
  /** Also in projects of a special type. */
  always?: boolean;
};

const SCREENS: Screen[] = [
  {
    name: "dashboard",
    icon: LayoutDashboard,
    paths: ["history", "active", "activity", "statistics", "settings"],
    goKey: "d",
    always: true,
  },
  { name: "templates", icon: ListChecks, paths: ["templates", "views"], goKey: "t", always: true },
  { name: "schedule", icon: CalendarClock, paths: ["schedule"], goKey: "s", always: true },
  { name: "inventory", icon: Server, paths: ["inventory"], goKey: "i" },
  { name: "environment", icon: Braces, paths: ["environment"], goKey: "e" },
  { name: "keys", icon: KeyRound, paths: ["keys"], goKey: "k" },
  { name: "repositories", icon: FolderGit2, paths: ["repositories"], goKey: "r" },
  { name: "states", icon: Layers, paths: ["states"], goKey: "a" },
  { name: "drift", icon: Diff, paths: ["drift"], goKey: "f" },
  { name: "runners", icon: Cpu, paths: ["runners"], goKey: "u", permission: "manageResources" },
  { name: "integrations", icon: Webhook, paths: ["integrations", "integration"], goKey: "n" },
  { name: "team", icon: Users, paths: ["team"], goKey: "m", always: true },
];

/** All projects of the user. */
export const OVERVIEW = { href: "/overview", goKey: "o" };

/** The user's own account. */
export const PROFILE = "/profile";

type Place = { project: Pick<Project, "type"> | null; user: { admin: boolean }; permissions: number };

/** The screens that the user can open in the project. */
export function screensOf({ project, user: { admin }, permissions }: Place): Screen[] {
  if (!project) return [];
  const isFor = ({ permission }: Screen) => permission === undefined || can({ admin, permissions }, permission);
  return SCREENS.filter((screen) => (screen.always || project.type === "") && isFor(screen));
}

/** `view` is the view of the template list to come back to. */
export function screenHref(
  { name, paths }: Screen,
  project: Pick<Project, "id" | "type">,
  view: string | null,
): string {
  const base = `/project/${project.id}`;
  if (name === "dashboard" && project.type !== "") return `${base}/activity`;
  return name === "templates" && view ? `${base}/views/${view}/templates` : `${base}/${paths[0]}`;
}

/** Whether `pathname` is a page of the screen. */
export function isOpen({ paths }: Screen, pathname: string): boolean {
  const [, root, , section = ""] = pathname.split("/");
  return root === "project" && paths.includes(section);
}
