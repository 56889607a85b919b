import type { Draft, Spot } from "@/lib/backup/adjust/draft";
import { awaitDecision } from "@/lib/backup/adjust/graph";
import { type Done, NODE_TEMPLATE } from "@/lib/backup/adjust/lines";
import { textOf } from "@/lib/backup/adjust/values";
import { type Entry, isEntry } from "@/lib/backup/rules/kinds";
import type { Issue } from "@/lib/operation/errors";
import { appFamily } from "@/lib/protocol/app";
import { beginning } from "@/lib/protocol/storable";
import { repositoryKind } from "@/lib/repository/rules";

/** More would fit no file. */
const MAX_ENTRIES = 10_000;
const KEY = "None";
const INVENTORY = "Empty";

/** Leaves out the part of an entry that the place is in; null if it is in none. */
export function leaveOutPart(draft: Draft, { entry, path }: Spot): Done | null {
  const at = path.findLastIndex((step) => /^\d+$/.test(step));
  if (at === -1) return null;
  draft.set({ entry, path: path.slice(0, at + 1) }, undefined);
  return { how: "left_out" };
}

/** What stands for a name that the file doesn't have: an empty entry where one is needed, and nothing elsewhere. */
export function adjustReference(draft: Draft, spot: Spot, issue: Issue): Done | null {
  const { kind, pattern, entry } = spot;
  if (pattern === "build_template") return ordinary(draft, spot);
  if (NODE_TEMPLATE.test(pattern)) return awaitDecision(draft, spot);
  if (kind === "repository" && pattern === "ssh_key") return addNamed(draft, spot, issue, "keys");
  if (kind === "template" && /vault_key$/.test(pattern)) return addKey(draft, spot, "login_password");
  if (kind === "integration" && pattern === "auth_secret") return addKey(draft, spot, "login_password");
  if (kind === "template" && pattern === "inventory" && isEntry(entry) && isAnsible(entry)) {
    return addNamed(draft, spot, issue, "inventories");
  }
  return null;
}

const isAnsible = ({ app }: Entry): boolean => !textOf(app) || appFamily(String(app)) === "ansible";

/** An empty entry by the name that is missing, or by a common one where there is no name. */
export function addNamed(draft: Draft, spot: Spot, _issue: Issue, list: "keys" | "inventories"): Done | null {
  const name = textOf(spot.value) ?? (list === "keys" ? KEY : INVENTORY);
  const names = draft.names(list, "name");
  const isNew = !names.has(name);
  if (isNew && names.size >= MAX_ENTRIES) return null;
  if (isNew)
    draft.add(list, list === "keys" ? { name, type: keyTypeFor(spot) } : { name, type: "static", inventory: "" });
  draft.set(spot, name);
  return { how: "created_empty", params: { name } };
}

/** Without a name, a repository is taken for a public one. */
function keyTypeFor({ entry, value }: Spot): string {
  const url = isEntry(entry) ? textOf(entry.git_url) : null;
  return textOf(value) && url && repositoryKind(url) === "ssh" ? "ssh" : "none";
}

function addKey(draft: Draft, spot: Spot, type: string): Done | null {
  const name = textOf(spot.value);
  const names = draft.names("keys", "name");
  if (!name || names.size >= MAX_ENTRIES) return null;
  if (!names.has(name)) draft.add("keys", { name, type });
  return { how: "created_empty", params: { name } };
}

/** A vault needs a password: an empty key beside the one of another type takes it. */
export function vaultKey(draft: Draft, spot: Spot): Done | null {
  const name = textOf(spot.value);
  if (!name) return null;
  return addKey(draft, { ...spot, value: setTo(draft, spot, `${beginning(name, 240)} - vault`) }, "login_password");
}

function setTo(draft: Draft, spot: Spot, value: string): string {
  draft.set(spot, value);
  return value;
}

/** A deploy without a build is an ordinary template; what deploys it follows in the next round. */
export function ordinary(_draft: Draft, { entry }: Spot): Done | null {
  if (!isEntry(entry) || entry.type !== "deploy") return null;
  entry.type = "";
  delete entry.build_template;
  return { how: "made_ordinary" };
}
