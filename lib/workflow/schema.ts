import { z } from "zod";
import { text, withLimit } from "@/lib/operation/fields";
import { MAX_INT } from "@/lib/operation/id";
import { isDeeperThan, isLostName } from "@/lib/protocol/json-object";
import { isStorable } from "@/lib/protocol/json-text";
import { TASK_REASONS } from "@/lib/protocol/reasons";

export const MAX_NODES = 200;
const MAX_EDGES = 1_000;
export const MAX_ITEMS = 10_000;
/** How many workflows may run inside one another, below the outermost. */
export const MAX_DEPTH = 5;

/** The fields of a task that a node may set, beside survey answers. */
export const NODE_OPTIONS = [
  "message",
  "inventory_id",
  "environment_id",
  "limit",
  "tags",
  "skip_tags",
  "arguments",
  "git_branch",
  "build_task_id",
  "dry_run",
  "debug",
  "diff",
  "plan",
  "destroy",
  "auto_approve",
] as const;
export type NodeOption = (typeof NODE_OPTIONS)[number];

const Id = z.int("idInvalid").min(1, "idInvalid").max(MAX_INT, "idInvalid");

/** Usable as a name in expressions. */
export const NodeKey = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/, "nodeKeyInvalid");

const Expression = z.string().min(1, "expressionEmpty").max(2_000, withLimit("tooLong", 2_000));

/** `nodes.build.outputs.token` or `inputs.password`. */
const SecretPath = z
  .string()
  .regex(/^(inputs\.[\p{L}\p{N}_][\p{L}\p{N}_.-]*|nodes\.[a-z][a-z0-9_]*\.outputs\.[\w.-]+)$/u, "secretPathInvalid");

export const MAX_LEVELS = 30;

/** Deeper ones would stop programs that read the template. */
const Json = z
  .unknown()
  .refine((value) => !isDeeperThan(value, MAX_LEVELS), { error: withLimit("tooDeep", MAX_LEVELS), abort: true })
  .refine(isStorable, "characterInvalid")
  .pipe(z.json());

export const WorkflowValue = z.union([
  z.strictObject({ expression: Expression }),
  z.strictObject({ secret: SecretPath }),
  z.strictObject({ value: Json }),
]);
export type WorkflowValue = z.infer<typeof WorkflowValue>;

/** By name. A record drops a name that objects lose: it is refused instead. */
export const answersOf = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(
    (sent, context) => {
      const lost = Object.keys(sent ?? {}).find(isLostName);
      if (lost) context.addIssue({ code: "custom", path: [lost], message: "variableNameReserved" });
      return sent;
    },
    z.record(z.string().max(200), value),
  );

const Position = z
  .object({ x: z.number(), y: z.number() })
  .nullish()
  .transform((position) => position ?? null);

/** The editor has NaN for a text that is no duration; in JSON there is none. */
const seconds = (most: number) =>
  z
    .int({ error: ({ input }) => (Number.isNaN(input) ? "durationInvalid" : "integerRequired") })
    .min(0, "zeroOrGreater")
    .max(most, withLimit("tooLarge", most));
const DAY = 86_400;

const base = {
  key: NodeKey,
  name: text(100),
  join: z.enum(["all", "any"]).default("all"),
  position: Position,
};

export const Retry = z.object({
  count: z.int("integerRequired").min(1, "oneOrGreater").max(20, withLimit("tooLarge", 20)),
  pause_seconds: seconds(DAY).default(10),
  growth: z.number().min(1).max(10).default(1),
  /** Empty: on every failure. */
  reasons: z.array(z.enum(TASK_REASONS)).default([]),
});

export const Matrix = z.object({
  items: WorkflowValue,
  parallel: z
    .int("integerRequired")
    .min(0, "zeroOrGreater")
    .max(MAX_ITEMS, withLimit("tooLarge", MAX_ITEMS))
    .default(0),
  fail_fast: z.boolean().default(false),
});

const TemplateNode = z.object({
  ...base,
  kind: z.literal("template"),
  template_id: Id,
  answers: answersOf(WorkflowValue).default({}),
  options: z.partialRecord(z.enum(NODE_OPTIONS), WorkflowValue).default({}),
  matrix: Matrix.nullable().default(null),
  retry: Retry.nullable().default(null),
  continue_on_failure: z.boolean().default(false),
  final: z.boolean().default(false),
});

const ApprovalNode = z.object({
  ...base,
  kind: z.literal("approval"),
  text: text(2_000),
  roles: z.array(z.string().max(50)).max(10).default([]),
  user_ids: z.array(Id).max(100).default([]),
  not_starter: z.boolean().default(false),
  deadline_seconds: seconds(365 * DAY).default(0),
  on_deadline: z.enum(["approve", "reject"]).default("reject"),
});

const WaitNode = z.object({
  ...base,
  kind: z.literal("wait"),
  seconds: seconds(365 * DAY).default(0),
  until: z
    .object({ time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "timeInvalid"), zone: z.string().max(100) })
    .nullable()
    .default(null),
});

export const WorkflowNode = z.discriminatedUnion("kind", [TemplateNode, ApprovalNode, WaitNode]);
export type WorkflowNode = z.infer<typeof WorkflowNode>;
export type TemplateNode = z.infer<typeof TemplateNode>;
export type ApprovalNode = z.infer<typeof ApprovalNode>;

export const WorkflowEdge = z.object({
  from: NodeKey,
  to: NodeKey,
  on: z.enum(["success", "failure", "always"]).default("success"),
  /** "": none. */
  condition: z.string().max(2_000, withLimit("tooLong", 2_000)).default(""),
});
export type WorkflowEdge = z.infer<typeof WorkflowEdge>;

/** As it is stored; whether it makes sense is a matter of rules/problems.ts. */
export const WorkflowGraph = z.object({
  nodes: z.array(WorkflowNode).max(MAX_NODES, withLimit("tooLarge", MAX_NODES)),
  edges: z.array(WorkflowEdge).max(MAX_EDGES, withLimit("tooLarge", MAX_EDGES)),
});
export type WorkflowGraph = z.infer<typeof WorkflowGraph>;
