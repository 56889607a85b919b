import { z } from "zod";
import type { Explaining, Ran } from "@/bench/size/explain";
import type { Database } from "@/db/client";
import type { Operation } from "@/lib/operation/define";
import type { Endpoint } from "@/lib/operation/endpoint";
import { AppError } from "@/lib/operation/errors";
import { execute } from "@/lib/operation/execute";
import { routes } from "@/lib/server/routes.gen";

type Values = Record<string, unknown>;

/** A list with one choice of caller, filter, order and depth, and what Postgres did for it. */
export type Measured = { list: string; as: string; params: Values; query: Values; rows: number; ran: Ran[] };

const isList = ({ output }: Endpoint["operation"]): boolean =>
  output instanceof z.ZodArray ||
  (output instanceof z.ZodUnion && output.options.some((one) => one instanceof z.ZodArray));

/** Every list of the API, found in its routes so that none is forgotten; the screens read the same operations. */
export const listOperations = (): Operation[] => [
  ...new Set(
    routes.flatMap(({ handlers: { GET } }) =>
      GET && "operation" in GET && isList(GET.operation) ? [GET.operation as Operation] : [],
    ),
  ),
];

/** The tables of the objects in a path; a new one has to be added here. */
const TABLES: Record<string, string> = {
  templateId: "templates",
  taskId: "tasks",
  viewId: "views",
  scheduleId: "schedules",
  integrationId: "integrations",
  stateId: "states",
};

/** The large project, the one in which nothing fails and the quiet one. */
const PROJECTS = [1, 2, 3];

/** Values of the filters that are no enums: some that find much, little and nothing. A new filter has to be added here. */
const FILTERS: Record<string, unknown[]> = {
  limit: [20],
  after: [1, 999_999_999],
  template_id: [1, 999_999_999],
  user_id: [2, 999_999_999],
  since: ["2026-06-01T00:00:00Z", "2999-01-01T00:00:00Z"],
  until: ["2026-06-01T00:00:00Z", "2999-01-01T00:00:00Z"],
  version: ["1.0.1", "nothing"],
  source: ["nothing"],
  object_type: ["task", "template", "nothing"],
  object_id: [1, 999_999_999],
  project_id: PROJECTS,
  integration_id: [1, 999_999_999],
  workspace: ["default", "staging", "nothing"],
  from: [],
  near: [],
  search: ["line 1 of", "nothing"],
  errors: ["true"],
  host: ["web1"],
  case: ["true"],
  regex: ["true"],
  children: ["true"],
  q: ["Deploy", "#12", "nothing"],
  active: ["true"],
};

/** How far back in a list, of one. */
const DEPTHS = [0, 0.5, 0.98];

/** Runs a list in each project, with each of its filters and orders at each depth, for an administrator and a guest. */
export async function measureList(
  explaining: Explaining,
  operation: Operation,
  people: Record<string, string>,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const params of await paramsOf(explaining, operation)) {
    for (const [as, session] of Object.entries(people)) {
      const call = async (query: Values) => {
        let rows: unknown[] = [];
        const ran = await explaining.ranBy(async () => {
          rows = await listAs(explaining.db, operation, session, params, query);
        });
        measured.push({ list: operation.name, as, params, query, rows: rows.length, ran });
        return rows;
      };
      const first = await call({}).catch(unlessRefused);
      if (first) for (const query of queriesOf(operation, first)) await call(query);
    }
  }
  return measured;
}

async function listAs(db: Database, operation: Operation, session: string, params: Values, query: Values) {
  const caller = { credentials: { kind: "session" as const, id: session }, ip: "127.0.0.1", userAgent: "bench" };
  const output = await execute(operation, caller, params, query, db);
  return Array.isArray(output) ? output : [output];
}

/** The quiet user may not see every list. */
function unlessRefused(error: unknown): null {
  if (error instanceof AppError && ["forbidden", "not_found", "unauthenticated"].includes(error.code)) return null;
  throw error;
}

/** One choice of path parameters for each project, or one in all for a list without project. */
async function paramsOf({ db }: Explaining, { params }: Operation): Promise<Values[]> {
  const names = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
  if (!names.includes("projectId")) return [Object.fromEntries(names.map((name) => [name, 1]))];
  const all: Values[] = [];
  for (const projectId of PROJECTS) {
    const chosen: Values = { projectId };
    for (const name of names) {
      if (name === "projectId") continue;
      // The key of a node, which no table of the project has.
      if (name === "nodeKey") {
        chosen[name] = "deploy";
        continue;
      }
      const table = TABLES[name];
      if (!table) throw new Error(`bench/size/lists.ts does not know which table ${name} stands for`);
      const [row] = await db.execute(`select min(id) as id from ${table} where project_id = ${projectId}`);
      chosen[name] = row?.id;
    }
    if (!Object.values(chosen).includes(null)) all.push(chosen);
  }
  return all;
}

/** Each value of each field, at each depth. */
function queriesOf({ name, input }: Operation, first: unknown[]): Values[] {
  const shape = input instanceof z.ZodObject ? input.shape : {};
  const { before, ...fields } = shape;
  const depths = before ? DEPTHS.map((depth) => placeAt(first, depth)) : [{}];
  const filters = Object.entries(fields).flatMap(([field, schema]) => {
    const values = optionsOf(schema) ?? FILTERS[field];
    if (!values) throw new Error(`bench/size/lists.ts knows no values for ${field} of ${name}`);
    return values.map((value): Values => ({ [field]: value }));
  });
  return [{}, ...filters].flatMap((filter) => depths.map((depth) => ({ ...filter, ...depth })));
}

/** The values of an enum below optional and the like, or beside other values; of one with a preparation, the enum follows it. */
function optionsOf(schema: unknown): readonly unknown[] | undefined {
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodUnion) return optionsOf(schema.options.find(optionsOf));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodCatch) return optionsOf(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return optionsOf(schema.def.out);
  return undefined;
}

/** `before` for a depth; ids and instants grow with time. */
function placeAt(rows: unknown[], depth: number): Values {
  const [newest, oldest] = [rows[0], rows.at(-1)].map((row) => Place.parse(row ?? {}));
  if (depth === 0) return {};
  if (newest?.id) return { before: Math.max(1, Math.round(newest.id * (1 - depth))) };
  return oldest?.due_at ? { before: oldest.due_at } : {};
}

const Place = z.object({ id: z.int().optional(), due_at: z.string().nullish() });
