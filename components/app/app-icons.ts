import {
  Box,
  Boxes,
  Cloud,
  CodeXml,
  Cpu,
  Database,
  File,
  Flame,
  Globe,
  Hammer,
  KeyRound,
  Layers,
  type LucideIcon,
  Network,
  Package,
  Puzzle,
  Rocket,
  Server,
  Settings,
  Shield,
  Ship,
  Terminal,
  WandSparkles,
  Wrench,
  Zap,
} from "lucide-react";

/** What an administrator can choose from for an application; the names are stored. */
export const APP_ICONS = {
  box: Box,
  boxes: Boxes,
  cloud: Cloud,
  code: CodeXml,
  cpu: Cpu,
  database: Database,
  file: File,
  flame: Flame,
  gear: Settings,
  globe: Globe,
  hammer: Hammer,
  key: KeyRound,
  layers: Layers,
  lightning: Zap,
  network: Network,
  package: Package,
  puzzle: Puzzle,
  rocket: Rocket,
  server: Server,
  shield: Shield,
  ship: Ship,
  terminal: Terminal,
  wand: WandSparkles,
  wrench: Wrench,
} satisfies Record<string, LucideIcon>;

export type AppIconName = keyof typeof APP_ICONS;

export const isAppIcon = (name: string): name is AppIconName => Object.hasOwn(APP_ICONS, name);

export const APP_ICON_NAMES = Object.keys(APP_ICONS).filter(isAppIcon);
