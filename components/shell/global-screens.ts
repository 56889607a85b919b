import { Activity, BellRing, Boxes, Gauge, type LucideIcon, Server, Users } from "lucide-react";

type GlobalScreen = {
  href: string;
  icon: LucideIcon;
  /** Of messages.shell. */
  label: "users" | "activity" | "activeTasks" | "runners" | "notifications" | "apps";
  /** Reached from elsewhere too, so the user's menu leaves it out. */
  onlyInPalette?: boolean;
};

/** Screens of the whole installation, for administrators. */
export const GLOBAL_SCREENS: GlobalScreen[] = [
  { href: "/users", icon: Users, label: "users" },
  { href: "/tasks", icon: Gauge, label: "activeTasks" },
  { href: "/runners", icon: Server, label: "runners" },
  { href: "/notifications", icon: BellRing, label: "notifications" },
  { href: "/events", icon: Activity, label: "activity" },
  { href: "/apps", icon: Boxes, label: "apps", onlyInPalette: true },
];
