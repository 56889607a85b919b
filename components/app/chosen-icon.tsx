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
  type LucideProps,
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

import type { AppIconName } from "@/components/app/app-icons";

const ICONS = {
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
} satisfies Record<AppIconName, LucideIcon>;

export function ChosenIcon({ name, ...props }: LucideProps & { name: AppIconName }) {
  const Icon = ICONS[name];
  return <Icon aria-hidden="true" {...props} />;
}
