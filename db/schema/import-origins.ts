import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { projects } from "@/db/schema/projects";

/** Hashes of an object's fields. */
export type FieldHashes = Record<string, string>;

/** Which object an import made from which object of its source, so that another import finds it. */
export const importOrigins = pgTable(
  "import_origins",
  {
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** The project at its source, such as the address of its server with its number. */
    source: text().notNull(),
    kind: text().notNull(),
    source_id: text().notNull(),
    object_id: integer().notNull(),
    /** The fields as the source had them when they were taken. */
    taken: jsonb().$type<FieldHashes>().notNull().default({}),
    /** The same fields as they were here after that. */
    stored: jsonb().$type<FieldHashes>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.source, t.kind, t.source_id] }),
    index("import_origins_source").on(t.source),
  ],
);
