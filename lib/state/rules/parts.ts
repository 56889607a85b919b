/** A resource of a state, an instance of one if it has several. */
export type Resource = {
  address: string;
  /** "": the root module. */
  module: string;
  /** `data` sources are read only. */
  mode: "managed" | "data";
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
  /** Null: the tool does not count. */
  serial: number | null;
  lineage: string;
  tool_version: string;
  resources: Resource[];
  outputs: Output[];
};

/** The text is no state of the tool. */
export class NoState extends Error {}

/** Things that were made, not those that were only looked at. */
export const countManaged = ({ resources }: Pick<StateFacts, "resources">): number =>
  resources.filter(({ mode }) => mode === "managed").length;
