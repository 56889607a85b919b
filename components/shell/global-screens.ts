import { Activity, BellRing, Boxes, Gauge, HardDrive, type LucideIcon, Server, Users } from "lucide-react";

type GlobalScreen = {
  href: string;
  icon: LucideIcon;
  /** Key of messages.shell.global. */
  label: "users" | "activity" | "activeTasks" | "runners" | "notifications" | "system" | "apps";
};

/** Administrators' global screens. */
export const GLOBAL_SCREENS: GlobalScreen[] = [
  { href: "/users", icon: Users, label: "users" },
  { href: "/tasks", icon: Gauge, label: "activeTasks" },
  { href: "/runners", icon: Server, label: "runners" },
  { href: "/notifications", icon: BellRing, label: "notifications" },
  { href: "/events", icon: Activity, label: "activity" },
  { href: "/system", icon: HardDrive, label: "system" },
  { href: "/apps", icon: Boxes, label: "apps" },
];
