import { Activity, ChartColumn, Gauge, History, Settings } from "lucide-react";

const SCREENS = [
  { name: "history", icon: History },
  { name: "active", icon: Gauge },
  { name: "activity", icon: Activity },
  { name: "statistics", icon: ChartColumn },
  { name: "settings", icon: Settings },
] as const;

export type DashboardScreen = (typeof SCREENS)[number]["name"];

type Place = {
  /** The user may update the project. */
  maySettings: boolean;
  /** Projects of a special type have no tasks. */
  ordinary: boolean;
};

/** The parts of a project's dashboard that the user can open. */
export function dashboardScreens({ maySettings, ordinary }: Place) {
  const shown = { history: ordinary, active: ordinary, activity: true, statistics: ordinary, settings: maySettings };
  return SCREENS.filter(({ name }) => shown[name]);
}
