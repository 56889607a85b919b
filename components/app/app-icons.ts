/** Icons that an administrator can choose for an application; the names are stored. */
export const APP_ICON_NAMES = [
  "box",
  "boxes",
  "cloud",
  "code",
  "cpu",
  "database",
  "file",
  "flame",
  "gear",
  "globe",
  "hammer",
  "key",
  "layers",
  "lightning",
  "network",
  "package",
  "puzzle",
  "rocket",
  "server",
  "shield",
  "ship",
  "terminal",
  "wand",
  "wrench",
] as const;

export type AppIconName = (typeof APP_ICON_NAMES)[number];

export const isAppIcon = (name: string): name is AppIconName => APP_ICON_NAMES.some((known) => known === name);
