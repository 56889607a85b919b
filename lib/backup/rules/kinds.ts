/** The lists whose entries others refer to by name. */
export const KINDS = ["keys", "repositories", "inventories", "environments", "views", "templates"] as const;
export type Kind = (typeof KINDS)[number];

/** The lists of a file. */
export type ListName = Kind | "schedules" | "integrations";

/** An object of a file, as it was read. */
export type Entry = Record<string, unknown>;

export const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Resolves an entry's name to its id; null for null. */
export type FindId = (kind: Kind, name: string | null) => number | null;

/** A place in the file that refers to an entry; `path` is dotted, as in the file. */
export type Reference = { path: string; kind: Kind; name: string | null };
