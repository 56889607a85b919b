/** One method of a path, as shown on the page. Schemas are rendered as text. */
export type Entry = {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** As in the access matrix, `project:runTasks`. */
  access: string;
  parameters: { name: string; place: "path" | "query"; type: string; description: string }[];
  body: string | null;
  replies: { status: string; description: string; type: string | null; schema: string | null }[];
  curl: string;
};

export type EntryGroup = { name: string; entries: Entry[] };

export const groupAnchor = (name: string) => name.toLowerCase().replace(/\W+/g, "-");
