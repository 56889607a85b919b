import { AppId } from "@/lib/app/schema";
import type { Draft, Spot } from "@/lib/backup/adjust/draft";
import type { Done } from "@/lib/backup/adjust/lines";
import { toIdentifier, toText } from "@/lib/backup/adjust/values";
import { numbered } from "@/lib/backup/rules";
import { isEntry } from "@/lib/backup/rules/kinds";
import type { Issue } from "@/lib/operation/errors";

/** How many applications one file may add: they are seen in every project. */
const MAX_NEW_APPS = 20;

/** Every name of the list that the place is in. */
function namesBeside(draft: Draft, spot: Spot): Set<unknown> {
  const field = spot.path.at(-1) ?? "";
  if (spot.path.length === 1 && spot.list) return draft.names(spot.list, field);
  const list = holderOf(spot, 2);
  return new Set(Array.isArray(list) ? list.flatMap((item) => (isEntry(item) ? [item[field]] : [])) : []);
}

/** The object or list `levels` above the place. */
const holderOf = ({ entry, path }: Spot, levels: number): unknown =>
  path.slice(0, -levels).reduce<unknown>((value, step) => {
    return typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  }, entry);

/** A number makes a repeated name unique. Those who refer to the name mean the first. */
export function rename(draft: Draft, spot: Spot): Done {
  const isObject = spot.path.length === 1;
  const name = typeof spot.value === "string" && spot.value !== "" ? spot.value : "default";
  const taken = namesBeside(draft, spot);
  const key = `${spot.list}.${spot.pattern}.${isObject ? "" : draft.nameOf(spot.entry)}.${name}`;
  const [separator, max] = isObject ? [" - ", 255] : ["_", 100];
  let number = draft.counters.get(key) ?? 1;
  let free: string;
  do free = numbered(name, separator, ++number, max);
  while (taken.has(free));
  draft.counters.set(key, number);
  taken.add(free);
  draft.set(spot, free);
  return { how: "changed", params: { value: free } };
}

/** A variable in the JSON text of an environment, or the name of a secret. */
export function adjustVariable(draft: Draft, spot: Spot, { key }: Issue): Done | null {
  const name = spot.below.join(".");
  const variables = draft.variablesIn(spot);
  if (spot.below.length === 0 || variables === null || !Object.hasOwn(variables, name)) return null;
  const variable = Object.getOwnPropertyDescriptor(variables, name);
  Reflect.deleteProperty(variables, name);
  if (key !== "envVarNotText") return { how: "left_out" };
  Object.defineProperty(variables, name, { ...variable, value: toText(variable?.value) ?? "" });
  return { how: "converted" };
}

/** Parts of a survey variable. */
export function adjustSurvey(draft: Draft, spot: Spot, { key }: Issue): Done | null {
  if (key === "enumValuesRequired") return changeType(draft, spot);
  const variable = holderOf(spot, 1);
  if (!isEntry(variable)) return null;
  if (key === "enumValueNameRequired" || key === "enumValueNamesUnique") return nameValues(draft, spot);
  const value =
    key === "surveyTitleRequired" ? variable.name : (toIdentifier(spot.value) ?? toIdentifier(variable.title));
  const text = typeof value === "string" && value.trim() !== "" ? value : "variable";
  if (text === spot.value) return null;
  draft.set(spot, text);
  return { how: "changed", params: { value: text } };
}

/** A choice of nothing asks for text instead. */
function changeType(draft: Draft, spot: Spot): Done {
  draft.set({ entry: spot.entry, path: [...spot.path.slice(0, -1), "type"] }, "string");
  draft.set(spot, undefined);
  return { how: "changed", params: { value: "string" } };
}

function nameValues(draft: Draft, spot: Spot): Done | null {
  if (!Array.isArray(spot.value)) return null;
  const taken = new Set<string>();
  const values = spot.value.filter(isEntry).map((item) => {
    const wanted = [item.name, item.value].find((text) => typeof text === "string" && text.trim() !== "");
    let name = typeof wanted === "string" ? wanted : "-";
    for (let number = 2; taken.has(name); number++) name = numbered(String(wanted ?? "-"), " ", number);
    taken.add(name);
    return { ...item, name };
  });
  draft.set(spot, values);
  return { how: "converted" };
}

/** An application of this name is added, inactive, so that nothing runs it before an administrator says how. */
export function addApp(draft: Draft, spot: Spot): Done | null {
  const { value } = spot;
  if (typeof value !== "string") return null;
  if (AppId.safeParse(value).success) {
    if (!draft.newApps.has(value) && draft.newApps.size >= MAX_NEW_APPS) return null;
    draft.newApps.add(value);
    return { how: "app_added" };
  }
  const id = value
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, "-")
    .replace(/^[^a-z0-9]+|-+$/g, "")
    .slice(0, 64);
  if (id === "") return null;
  draft.set(spot, id);
  return { how: "changed", params: { value: id } };
}

/** Removes the user name and password from a URL; only a key may hold them. */
export function withoutCredentials(draft: Draft, spot: Spot): Done | null {
  if (typeof spot.value !== "string") return null;
  const isSsh = /^ssh:\/\/|^[^/]*@[^/]*:/.test(spot.value) && !/^https?:/.test(spot.value);
  const rest = isSsh
    ? spot.value.replace(/^((?:ssh:\/\/)?[^/:@]*):[^/@]*@/, "$1@")
    : spot.value.replace(/^([a-z]+:\/\/)?[^/]*@/, "$1");
  if (rest === spot.value) return null;
  draft.set(spot, rest);
  return { how: "credentials_removed" };
}
