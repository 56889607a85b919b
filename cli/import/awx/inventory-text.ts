import { Document, isMap, YAMLMap } from "yaml";
import { YAML_OPTIONS } from "../foreign/source";
import type { Group, Inventory, Variables } from "./schema";
import { readVariables } from "./variables";

/** An inventory as YAML for Ansible, and what was left out of it, in sentences. */
export function inventoryText({ variables, related, kind, host_filter }: Inventory): { text: string; gaps: string[] } {
  const gaps: string[] = [];
  const all = new YAMLMap();
  addVariables(all, variables, gaps, "the inventory");
  const hosts = new YAMLMap();
  for (const host of related?.hosts ?? []) {
    if (host.enabled) hosts.set(host.name, variablesIn(host.variables, gaps, `host ${host.name}`));
    else gaps.push(`the disabled host ${host.name}`);
  }
  if (hosts.items.length > 0) all.set("hosts", hosts);
  const disabled = new Set((related?.hosts ?? []).filter(({ enabled }) => !enabled).map(({ name }) => name));
  const groups = new YAMLMap();
  for (const group of related?.groups ?? []) groups.set(group.name, groupMap(group, disabled, gaps));
  if (groups.items.length > 0) all.set("children", groups);
  if (kind !== "") gaps.push(`the ${kind} inventory finds its hosts itself${host_filter && ` (${host_filter})`}`);
  const document = new Document(undefined, YAML_OPTIONS);
  const root = new YAMLMap();
  root.set("all", all);
  document.contents = document.createNode(root);
  return { text: document.toString({ lineWidth: 0 }), gaps };
}

function groupMap({ name, variables, related }: Group, disabled: ReadonlySet<string>, gaps: string[]): YAMLMap {
  const map = new YAMLMap();
  addVariables(map, variables, gaps, `group ${name}`);
  const names = (related?.hosts ?? []).flatMap((host) => host.name ?? []).filter((host) => !disabled.has(host));
  const children = (related?.children ?? []).flatMap((child) => child.name ?? []);
  if (names.length > 0) map.set("hosts", emptyEntries(names));
  if (children.length > 0) map.set("children", emptyEntries(children));
  return map;
}

function emptyEntries(names: readonly string[]): YAMLMap {
  const map = new YAMLMap();
  for (const name of names) map.set(name, null);
  return map;
}

function addVariables(map: YAMLMap, text: Variables, gaps: string[], of: string): void {
  const found = variablesIn(text, gaps, of);
  if (found) map.set("vars", found);
}

/** Null if there are none. */
function variablesIn(text: Variables, gaps: string[], of: string): YAMLMap | null {
  const contents = readVariables(text)?.contents;
  const isReadable = contents === null || isMap(contents);
  if (!isReadable && text !== "") gaps.push(`the variables of ${of}, which are not valid YAML`);
  return isMap(contents) && contents.items.length > 0 ? contents : null;
}
