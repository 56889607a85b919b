/** A resource of a state, an instance of one if it has several. */
export type Resource = {
  address: string;
  /** "": the root module. */
  module: string;
  /** "managed", or "data" for what is only read; newer versions of a tool may know others. */
  mode: string;
  type: string;
  name: string;
  provider: string;
  attributes: Readonly<Record<string, unknown>>;
  /** Names of attributes that hold something secret, be it deep inside. */
  sensitive: ReadonlySet<string>;
};

export type Output = { name: string; sensitive: boolean; value: unknown };

/** What the text of a state says, whatever tool wrote it. */
export type StateFacts = {
  /** Null: the tool does not count, or the text does not say. */
  serial: number | null;
  /** "": the text does not say. */
  lineage: string;
  tool_version: string;
  /** Only its tool can read it: resources and outputs are unknown, and nothing in the text can be changed. */
  encrypted: boolean;
  resources: Resource[];
  outputs: Output[];
};

/** The text is no state of the tool. */
export class NoState extends Error {}

/** Things that were made, not those that were only looked at; null if only the tool can tell. */
export const countManaged = ({ encrypted, resources }: Pick<StateFacts, "encrypted" | "resources">): number | null =>
  encrypted ? null : resources.filter(({ mode }) => mode === "managed").length;
