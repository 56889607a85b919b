import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { stateLocks } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { terraformState } from "../../state/states";
import type { Ids, RouteCase } from "../support/conform";
import { anything, exactly, flag, int, like, listOf, nullable, object, text, time } from "../support/shape";
import type { Place, Reply } from "../support/site";
import { idOf } from "./fixtures";

const STATES = "/project/{projectId}/states";
const STATE = `${STATES}/{stateId}`;
const VERSION = `${STATE}/versions/{versionId}`;

const Lock = object({ info: anything, created: time, task_id: nullable(int), token_name: nullable(text) });
const State = object({
  id: int,
  project_id: int,
  name: text,
  kind: exactly("terraform", "pulumi"),
  created: time,
  used_at: nullable(time),
  templates: listOf(object({ id: int, name: text })),
  workspaces: listOf(
    object({
      name: text,
      version_id: nullable(int),
      newest: nullable(int),
      serial: nullable(int),
      size: nullable(int),
      resources: nullable(int),
      changed: nullable(time),
      task_id: nullable(int),
      user_name: nullable(text),
      offered: int,
      lock: nullable(Lock),
    }),
  ),
});

const version = {
  id: int,
  workspace: text,
  number: int,
  newest: flag,
  serial: nullable(int),
  lineage: text,
  checksum: like(/^[0-9a-f]{32}$/),
  size: int,
  resources: nullable(int),
  tool_version: text,
  offered: flag,
  decided_at: nullable(time),
  cause: text,
  reason: text,
  task_id: nullable(int),
  task_number: nullable(int),
  user_id: nullable(int),
  user_name: nullable(text),
  commit_hash: nullable(text),
  created: time,
};
const Output = object({ name: text, sensitive: flag, "value?": anything });
const Resource = object({ address: text, module: text, mode: text, type: text, name: text, provider: text });
const token = {
  id: int,
  name: text,
  prefix: text,
  writes: flag,
  user_id: int,
  user_name: text,
  created: time,
  last_used: nullable(time),
  last_ip: nullable(text),
};

let named = 0;
/** No two states of a project have one name. */
const newName = () => `s${++named}`;

const fresh = async (place: Place) => {
  const name = newName();
  return { name, stateId: await place.make("states", { name, kind: "terraform" }) };
};

const serial = (number: number) => terraformState((state) => Object.assign(state, { serial: number }));
const upload = (place: Place, { stateId }: Ids, number = 3) =>
  place.make(`states/${stateId}/versions`, { content: serial(number), reason: "moved in" });

/** A state with two versions, of which the path names the older one. */
const kept = async (place: Place) => {
  const ids = await fresh(place);
  const versionId = await upload(place, ids);
  return { ...ids, versionId, newestId: await upload(place, ids, 4) };
};

const locked = async (place: Place) => {
  const ids = await kept(place);
  const { db } = place.site.w;
  const [workspace] = await db.select().from(stateWorkspaces).where(eq(stateWorkspaces.state_id, ids.stateId));
  const info = { ID: "a", Operation: "", Info: "", Who: "bob@laptop", Version: "", Created: "", Path: "" };
  await db.insert(stateLocks).values({ workspace_id: workspace?.id ?? 0, info });
  return ids;
};

const withToken = async (place: Place) => {
  const ids = await kept(place);
  return { ...ids, tokenId: await place.make(`states/${ids.stateId}/tokens`, { name: "laptop", writes: true }) };
};

const noSecrets = (_: Place, __: Ids, { text: reply }: Reply) => expect(reply).not.toContain("canary");
const reasonIsNeeded = [{ reason: " " }, "reason: Enter a reason"] as const;

/** What tools make of it: tests/state. */
export const states: RouteCase[] = [
  { route: `GET ${STATES}`, access: "member", target: kept, status: 200, reply: listOf(State), after: noSecrets },
  {
    route: `POST ${STATES}`,
    access: "manageResources",
    body: () => ({ name: newName(), kind: "pulumi" }),
    status: 201,
    reply: State,
    event: (_, reply) => ["state", idOf(reply), `State s${named} created`],
    bad: () => [[{ name: "" }, "name: Name is required"]],
  },
  { route: `GET ${STATE}`, access: "member", target: kept, status: 200, reply: State, after: noSecrets },
  {
    route: `PUT ${STATE}`,
    access: "manageResources",
    target: fresh,
    body: () => ({ name: newName() }),
    status: 204,
    event: ({ name, stateId }) => ["state", Number(stateId), `State s${named} renamed, before ${name}`],
    bad: () => [[{ name: "" }, "name: Name is required"]],
  },
  {
    route: `DELETE ${STATE}`,
    access: "manageResources",
    target: kept,
    usesUp: true,
    status: 204,
    event: ({ name, stateId }) => ["state", Number(stateId), `State ${name} deleted`],
  },
  {
    route: `GET ${STATE}/versions`,
    access: "member",
    target: kept,
    status: 200,
    reply: listOf(object(version)),
    after: noSecrets,
  },
  {
    route: `POST ${STATE}/versions`,
    access: "manageResources",
    target: fresh,
    body: () => ({ content: serial(9), reason: "from a laptop", workspace: "prod" }),
    takesMore: true,
    usesUp: true,
    status: 201,
    reply: object(version),
    event: ({ name, stateId }) => [
      "state",
      Number(stateId),
      `State ${name} version 1 of workspace prod uploaded: from a laptop`,
    ],
    bad: () => [
      [{ content: "{}" }, "content: This text is not a state in a supported format"],
      [{ workspace: "a b" }, "workspace: Invalid workspace name"],
      reasonIsNeeded,
    ],
  },
  {
    route: `GET ${VERSION}`,
    access: "member",
    target: kept,
    status: 200,
    reply: object({ ...version, resource_list: listOf(Resource), outputs: listOf(Output) }),
    after: noSecrets,
  },
  {
    route: `GET ${VERSION}/changes`,
    access: "member",
    target: kept,
    status: 200,
    reply: object({ added: listOf(text), removed: listOf(text), changed: listOf(anything), outputs: listOf(text) }),
  },
  {
    route: `GET ${VERSION}/attributes`,
    access: "manageResources",
    target: kept,
    status: 200,
    reply: object({ resources: listOf(object({ address: text, attributes: listOf(Output) })) }),
    after: noSecrets,
  },
  {
    route: `POST ${VERSION}/content`,
    access: "manageResources",
    target: kept,
    status: 200,
    reply: anything,
    event: ({ name, stateId }) => ["state", Number(stateId), `State ${name} version 1 downloaded`],
    after: (_, __, { text: reply }) => expect(reply).toBe(serial(3)),
  },
  {
    route: `POST ${VERSION}/outputs`,
    access: "manageResources",
    target: kept,
    body: () => ({ name: "password" }),
    status: 200,
    reply: object({ value: exactly("canary-output") }),
    event: ({ name, stateId }) => ["state", Number(stateId), `State ${name} output password of version 1 shown`],
    bad: () => [[{ name: "" }, "name: Name is required"]],
  },
  {
    route: `POST ${STATE}/rollback`,
    access: "manageResources",
    target: kept,
    body: (_, { versionId }) => ({ version_id: versionId, reason: "too much" }),
    status: 201,
    reply: object(version),
    event: ({ name, stateId }) => [
      "state",
      Number(stateId),
      `State ${name} rolled back to version 1 as version 3: too much`,
    ],
    bad: ({ elsewhere: _ }, { newestId }) => [
      [{ version_id: null }, "version_id: Choose a version"],
      [{ version_id: newestId }, "This is already the newest version", 409],
      reasonIsNeeded,
    ],
  },
  {
    route: `POST ${STATE}/unlock`,
    access: "manageResources",
    target: locked,
    body: () => ({}),
    status: 204,
    event: ({ name, stateId }) => [
      "state",
      Number(stateId),
      `State ${name} unlocked by force: default was held by bob@laptop`,
    ],
    bad: () => [[{ workspace: "a b" }, "workspace: Invalid workspace name"]],
  },
  {
    route: `GET ${STATE}/tokens`,
    access: "manageResources",
    target: withToken,
    status: 200,
    reply: listOf(object(token)),
  },
  {
    route: `POST ${STATE}/tokens`,
    access: "manageResources",
    target: fresh,
    body: () => ({ name: "laptop", writes: false }),
    status: 201,
    reply: object({ ...token, token: like(/^[0-9a-f]{64}$/) }),
    event: ({ name, stateId }) => ["state", Number(stateId), `Token laptop of State ${name} created`],
    bad: () => [[{ name: "" }, "name: Name is required"]],
  },
  {
    route: `DELETE ${STATE}/tokens/{tokenId}`,
    access: "manageResources",
    target: withToken,
    usesUp: true,
    status: 204,
    event: ({ name, stateId }) => ["state", Number(stateId), `Token laptop of State ${name} deleted`],
  },
];

const BACKEND = "/state/{stateId}/{workspace}";
const withPassword = async (place: Place) => {
  const { stateId } = await kept(place);
  const { body } = await place.site.call("admin", "POST", `/project/${place.projectId}/states/${stateId}/tokens`, {
    body: { name: "fuzz", writes: true },
  });
  return { stateId, workspace: "default", password: String((body as { token?: string }).token) };
};
const basic = ({ password }: Ids) => ({ authorization: `Basic ${Buffer.from(`x:${password}`).toString("base64")}` });
const ofTool = { access: "public", status: 200, target: withPassword, headers: basic, usesUp: true } as const;
const lockInfo = { ID: "a", Operation: "apply", Info: "", Who: "me", Version: "1", Created: "", Path: "" };

/** What tools send, whose tests are tests/state: here for what others may send. */
export const stateBackend: RouteCase[] = [
  { ...ofTool, route: `GET ${BACKEND}` },
  { ...ofTool, route: `POST ${BACKEND}`, body: () => JSON.parse(serial(9)), takesMore: true },
  { ...ofTool, route: `DELETE ${BACKEND}` },
  { ...ofTool, route: `POST ${BACKEND}/lock`, body: () => lockInfo },
  { ...ofTool, route: `DELETE ${BACKEND}/lock` },
];
