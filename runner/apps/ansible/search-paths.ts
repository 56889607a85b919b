import { join } from "node:path";
import { pathList } from "@/runner/write/values";

/** Ansible's search paths, highest priority first. Our variable replaces them, so it has to repeat them. */
export type SearchPaths = { collections: string[]; roles: string[]; callbacks: string[] };

type Kind = keyof SearchPaths;

const PLACES: Record<Kind, { variable: string; formerly?: string; setting: RegExp; defaults: string[] }> = {
  collections: {
    variable: "ANSIBLE_COLLECTIONS_PATH",
    formerly: "ANSIBLE_COLLECTIONS_PATHS",
    setting: /^collections_paths?$/,
    defaults: ["~/.ansible/collections", "/usr/share/ansible/collections"],
  },
  roles: {
    variable: "ANSIBLE_ROLES_PATH",
    setting: /^roles_path$/,
    defaults: ["~/.ansible/roles", "/usr/share/ansible/roles", "/etc/ansible/roles"],
  },
  callbacks: {
    variable: "ANSIBLE_CALLBACK_PLUGINS",
    setting: /^callback_plugins$/,
    defaults: ["~/.ansible/plugins/callback", "/usr/share/ansible/plugins/callback"],
  },
};

/** From the environment, else a settings file, else Ansible's defaults. */
export function searchPaths(
  settings: { folder: string; text: string } | null,
  environment: Record<string, string>,
): SearchPaths {
  const find = (kind: Kind): string[] => {
    const { variable, formerly, setting, defaults } = PLACES[kind];
    const given = environment[variable] || (formerly && environment[formerly]);
    if (given) return given.split(":");
    const value = settings && readDefault(settings.text, setting);
    return value ? value.split(":").map((path) => absolute(path.trim(), settings.folder)) : defaults;
  };
  return { collections: find("collections"), roles: find("roles"), callbacks: find("callbacks") };
}

/** The variable that makes Ansible search `first` before its usual paths. */
export const prependPaths = (kind: Kind, first: string[], paths: SearchPaths): Record<string, string> =>
  first.length === 0 ? {} : { [PLACES[kind].variable]: pathList(first, paths[kind]) };

/** The value of a setting in the section `defaults`. */
function readDefault(text: string, setting: RegExp): string | null {
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim() ?? section;
    const [, name, rest] = /^([A-Za-z_]+)\s*[=:](.*)$/.exec(line) ?? [];
    const value = rest?.split(/\s;/, 1)[0]?.trim();
    if (section === "defaults" && name && value && setting.test(name.toLowerCase())) return value;
  }
  return null;
}

/** Relative paths are relative to the settings file. */
const absolute = (path: string, folder: string): string => (/^[/~{$]/.test(path) ? path : join(folder, path));
