import { expect } from "vitest";
import type { Bad, Ids, RouteCase } from "../support/conform";
import { exactly, flag, int, listOf, mapOf, nothing, nullable, object, text, time } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, isGone, keyOf, look, passwordOf, templateOf } from "./fixtures";
import { Alias, ExtractValue, Integration, Matcher, NewIntegration, OwnIntegration } from "./shapes";

const INTEGRATIONS = "/project/{projectId}/integrations";
const INTEGRATION = `${INTEGRATIONS}/{integrationId}`;
const MATCHER = `${INTEGRATION}/matchers/{matcherId}`;
const VALUE = `${INTEGRATION}/values/{valueId}`;

const matcher = { name: "m", match_type: "body", method: "equals", body_data_type: "json", key: "ref", value: "main" };
const value = { name: "v", value_source: "body", body_data_type: "json", key: "a.b", variable: "B" };

const newIntegration = async (place: Place) =>
  place.make("integrations", { name: "i", template_id: await templateOf(place) });
const integrationOf = (place: Place) => place.once("integration", () => newIntegration(place));
const known = async (place: Place) => ({ integrationId: await integrationOf(place) });
const fresh = async (place: Place) => ({ integrationId: await newIntegration(place) });
const withPart = (path: string, name: string, part: object) => async (place: Place) => {
  const integrationId = await integrationOf(place);
  return { integrationId, [name]: await place.make(`integrations/${integrationId}/${path}`, part) };
};
const withMatcher = withPart("matchers", "matcherId", matcher);
const withValue = withPart("values", "valueId", value);
const withAlias = withPart("aliases", "aliasId", {});

const body = async (place: Place, { integrationId }: Ids) => ({
  ...(integrationId && { id: integrationId }),
  project_id: place.projectId,
  name: "hook",
  template_id: await templateOf(place),
  auth_method: "token",
  auth_secret_id: await passwordOf(place),
  auth_header: "X-Token",
  searchable: true,
  accept_get: true,
  task_params: { debug: true },
});
const bad = async (place: Place): Promise<Bad[]> => [
  [{ name: "" }, "No Name set for integration"],
  [{ auth_method: "magic" }, "auth_method: Must be empty, github, token or hmac"],
  [{ auth_header: "a b" }, "auth_header: Not a valid header name"],
  [{ auth_secret_id: await keyOf(place) }, "auth_secret_id: Must be a key with login and password"],
  [{ template_id: place.elsewhere && (await templateOf(place.elsewhere)) }, "template_id: Not found in this project"],
  [{ auth_secret_id: place.elsewhere && (await keyOf(place.elsewhere)) }, "auth_secret_id: Not found in this project"],
  [{ project_id: place.elsewhere?.projectId }, "Project ID in body and URL must be the same"],
];
const badMatcher = (): Bad[] => [
  [{ match_type: "" }, "No Match Type set"],
  [{ key: "" }, "No key set"],
  [{ value: "" }, "No value set"],
  [{ name: "" }, "No Name set for integration"],
  [{ method: "like" }, "method: Comparison method is required"],
  [{ integration_id: 1_000_000 }, "Extractor ID in body and URL must be the same"],
];
const badValue = (): Bad[] => [
  [{ value_source: "" }, "No Value Source defined"],
  [{ name: "" }, "No Name set for integration"],
  [{ body_data_type: "" }, "Value Source but no body data type set"],
  [{ key: "" }, "No Key set for JSON Body Data extraction."],
  [{ value_source: "header", key: "" }, "Value Source set but no Key set"],
  [{ variable: "" }, "variable: Variable is required"],
  [{ integration_id: 1_000_000 }, "Extractor ID in body and URL must be the same"],
];

const happened = (name: string) => (ids: Ids) =>
  ["integration", Number(ids.integrationId), `Integration ${name}`] as const;
const seen = (path: (ids: Ids) => string, expected: object) => async (place: Place, ids: Ids) =>
  expect(await look(place, place.path(path(ids)))).toMatchObject(expected);
const gone =
  (path: (ids: Ids) => string): RouteCase["after"] =>
  (place, ids, reply) =>
    isGone((found) => place.path(path(found)))?.(place, ids, reply);
const atMatcher = ({ integrationId, matcherId }: Ids) => `integrations/${integrationId}/matchers/${matcherId}`;
const atValue = ({ integrationId, valueId }: Ids) => `integrations/${integrationId}/values/${valueId}`;

const whole: RouteCase[] = [
  {
    route: `GET ${INTEGRATIONS}`,
    access: "member",
    target: known,
    status: 200,
    reply: listOf(Integration),
    own: listOf(OwnIntegration),
  },
  {
    route: `POST ${INTEGRATIONS}`,
    access: "manageResources",
    body,
    status: 201,
    reply: Integration,
    own: NewIntegration,
    differs: [
      {
        request: "`auth_method` is `none`, as in later releases",
        peer: "201",
        ours: "201; stored as an empty one",
        why: "both mean that anyone who knows the URL can call it",
        send: () => ({ auth_method: "none" }),
        reply: { auth_method: "" },
      },
      {
        request: "`auth_method` is `bitbucket`, as in later releases",
        peer: "201",
        ours: "201; stored as `hmac` with the header `X-Hub-Signature`, warning `type_mapped`",
        why: "that is what Bitbucket sends",
        send: () => ({ auth_method: "bitbucket", auth_header: "" }),
        reply: { auth_method: "hmac", auth_header: "X-Hub-Signature", warnings: ["type_mapped"] },
      },
      {
        request: "`auth_method` is `basic`, as in later releases",
        peer: "201",
        ours: "400 and the field",
        why: "not supported; without a check, anyone could call it",
        send: () => ({ auth_method: "basic" }),
        status: 400,
      },
    ],
    event: (_, reply) => ["integration", idOf(reply), "Integration hook created"],
    after: async (place, ids, reply) => {
      const { accept_get, ...ofPeer } = await body(place, ids);
      expect(reply.body).toMatchObject(ofPeer);
      expect(await look(place, place.path(`integrations/${idOf(reply)}`))).toMatchObject({ accept_get });
      const id = await place.make("integrations", { name: "open", auth_method: "none" });
      expect(await look(place, place.path(`integrations/${id}`))).toMatchObject({ auth_method: "" });
    },
    bad,
  },
  {
    route: `GET ${INTEGRATION}`,
    access: "member",
    target: known,
    status: 200,
    reply: Integration,
    own: OwnIntegration,
  },
  {
    route: `GET ${INTEGRATION}/refs`,
    access: "member",
    target: known,
    status: 200,
    reply: object({ matchers: nothing, values: nothing }),
  },
  {
    route: `PUT ${INTEGRATION}`,
    access: "manageResources",
    target: fresh,
    body,
    status: 204,
    differs: [
      {
        request: "`auth_method` is `bitbucket`, as in later releases",
        peer: "204",
        ours: "204; stored as for a new one, warning `type_mapped` in the header `X-Signalbox-Warnings`",
        why: "as for a new one",
        send: () => ({ auth_method: "bitbucket", auth_header: "" }),
        warns: "type_mapped",
      },
    ],
    event: happened("hook updated"),
    after: async (place, ids) =>
      expect(await look(place, place.path(`integrations/${ids.integrationId}`))).toEqual(await body(place, ids)),
    bad: async (place) => [...(await bad(place)), [{ id: 1_000_000 }, "ID in body and URL must be the same"]],
  },
  {
    route: `DELETE ${INTEGRATION}`,
    access: "manageResources",
    target: fresh,
    status: 204,
    event: happened("i deleted"),
    after: gone(({ integrationId }) => `integrations/${integrationId}`),
  },
];

const aliases: RouteCase[] = [
  {
    route: `GET ${INTEGRATIONS}/aliases`,
    access: "member",
    target: async (place) => ({ aliasId: await place.make("integrations/aliases") }),
    status: 200,
    reply: listOf(Alias),
  },
  {
    route: `POST ${INTEGRATIONS}/aliases`,
    access: "manageResources",
    status: 200,
    reply: Alias,
    event: (_, reply) => ["integration", null, `Integration Alias ID ${idOf(reply)} created`],
  },
  {
    route: `DELETE ${INTEGRATIONS}/aliases/{aliasId}`,
    access: "manageResources",
    target: async (place) => ({ aliasId: await place.make("integrations/aliases") }),
    status: 204,
    event: ({ aliasId }) => ["integration", null, `Integration Alias ID ${aliasId} deleted`],
  },
  { route: `GET ${INTEGRATION}/aliases`, access: "member", target: withAlias, status: 200, reply: listOf(Alias) },
  {
    route: `POST ${INTEGRATION}/aliases`,
    access: "manageResources",
    target: known,
    status: 200,
    reply: Alias,
    event: (ids, reply) => happened(`Alias ID ${idOf(reply)} created`)(ids),
  },
  {
    route: `DELETE ${INTEGRATION}/aliases/{aliasId}`,
    access: "manageResources",
    target: withAlias,
    status: 204,
    event: (ids) => happened(`Alias ID ${ids.aliasId} deleted`)(ids),
  },
];

const matchers: RouteCase[] = [
  { route: `GET ${INTEGRATION}/matchers`, access: "member", target: withMatcher, status: 200, reply: listOf(Matcher) },
  {
    route: `POST ${INTEGRATION}/matchers`,
    access: "manageResources",
    target: known,
    body: () => matcher,
    status: 200,
    reply: Matcher,
    event: happened("Matcher m created"),
    bad: badMatcher,
  },
  { route: `GET ${MATCHER}`, access: "manageResources", target: withMatcher, status: 200, reply: Matcher },
  {
    route: `GET ${MATCHER}/refs`,
    access: "manageResources",
    target: withMatcher,
    status: 200,
    reply: object({ integrations: listOf(exactly()) }),
  },
  {
    route: `PUT ${MATCHER}`,
    access: "manageResources",
    target: withMatcher,
    body: (_, { integrationId, matcherId }) => ({
      ...matcher,
      id: matcherId,
      integration_id: integrationId,
      value: "next",
    }),
    status: 204,
    event: happened("Matcher m updated"),
    after: seen(atMatcher, { ...matcher, value: "next" }),
    bad: () => [...badMatcher(), [{ id: 1_000_000 }, "ID in body and URL must be the same"]],
  },
  {
    route: `DELETE ${MATCHER}`,
    access: "manageResources",
    target: withMatcher,
    status: 204,
    event: happened("Matcher m deleted"),
    after: gone(atMatcher),
  },
];

const values: RouteCase[] = [
  { route: `GET ${INTEGRATION}/values`, access: "member", target: withValue, status: 200, reply: listOf(ExtractValue) },
  {
    route: `POST ${INTEGRATION}/values`,
    access: "manageResources",
    target: known,
    body: (_, { integrationId }) => ({ ...value, integration_id: integrationId }),
    status: 201,
    reply: ExtractValue,
    event: happened("Extract Value v created"),
    bad: badValue,
  },
  { route: `GET ${VALUE}`, access: "manageResources", target: withValue, status: 200, reply: ExtractValue },
  {
    route: `GET ${VALUE}/refs`,
    access: "manageResources",
    target: withValue,
    status: 200,
    reply: object({ integrations: listOf(exactly()) }),
  },
  {
    route: `PUT ${VALUE}`,
    access: "manageResources",
    target: withValue,
    // Changes only the fields that are sent.
    body: (_, { valueId }) => ({ id: valueId, variable: "C" }),
    status: 204,
    event: happened("Extract Value v updated"),
    after: seen(atValue, { ...value, variable: "C" }),
    bad: () => [...badValue(), [{ id: 1_000_000 }, "ID in body and URL must be the same"]],
  },
  {
    route: `DELETE ${VALUE}`,
    access: "manageResources",
    target: withValue,
    status: 204,
    event: happened("Extract Value v deleted"),
    after: gone(atValue),
  },
];

const DELIVERIES = `${INTEGRATIONS}/deliveries`;
const AUTH = object({ method: exactly("", "github", "token", "hmac"), ok: flag });
const verdict = object({
  auth: AUTH,
  matchers: listOf(object({ id: int, name: text, ok: flag, actual: nullable(text) })),
  values: mapOf(text),
});
const issue = object({ path: text, key: text, params: mapOf(text) });
const delivery = {
  id: int,
  integration_id: nullable(int),
  integration_name: nullable(text),
  created: time,
  ip: text,
  outcome: exactly("started", "unmatched", "unauthorized", "refused", "failed", "unused"),
  reason: nullable(text),
  detail: text,
  issues: nullable(listOf(issue)),
  repeats: int,
  task_id: nullable(int),
  replay_of: nullable(int),
  body_bytes: int,
};
/** The delivery of a webhook without a match. */
const delivered = async (place: Place) => {
  const integrationId = await integrationOf(place);
  const { body: alias } = await place.site.call("admin", "POST", place.path(`integrations/${integrationId}/aliases`));
  const url = (alias as { url: string }).url.replace(/^.*\/api/, "");
  await place.site.call("anonymous", "POST", url, { body: { ref: "none" } });
  const [newest] = await look<{ id: number }[]>(place, place.path("integrations/deliveries"));
  return { deliveryId: newest?.id ?? 0 };
};

const deliveries: RouteCase[] = [
  {
    route: `GET ${DELIVERIES}`,
    access: "member",
    target: delivered,
    status: 200,
    reply: listOf(object(delivery)),
    after: async ({ site, path }) => {
      const only = (outcome: string) => site.call("owner", "GET", path(`integrations/deliveries?outcome=${outcome}`));
      expect(await only("started")).toMatchObject({ status: 200, body: [] });
      expect(await only("bogus")).toMatchObject({ status: 400, body: { error: expect.stringMatching(/^outcome: /) } });
    },
  },
  {
    route: `GET ${DELIVERIES}/{deliveryId}`,
    access: "manageResources",
    target: delivered,
    status: 200,
    reply: object({ ...delivery, headers: mapOf(text), body: text, body_cut: flag, verdict: nullable(verdict) }),
  },
  {
    route: `POST ${DELIVERIES}/{deliveryId}/replay`,
    access: "manageResources",
    target: delivered,
    body: () => ({ dry_run: true }),
    status: 200,
    reply: object({
      dry_run: exactly(true),
      outcome: delivery.outcome,
      reason: nullable(text),
      detail: text,
      issues: nullable(listOf(issue)),
      verdict,
      delivery_id: nullable(int),
      task_id: nullable(int),
    }),
    bad: () => [[{ dry_run: 1 }, "dry_run: Expected boolean"]],
  },
];

export const integrations: RouteCase[] = [...whole, ...aliases, ...matchers, ...values, ...deliveries];

export const receiver: RouteCase[] = [
  {
    route: "GET /integrations/{alias}",
    access: "public",
    target: async (place) => {
      const integrationId = await place.make("integrations", { name: "get", template_id: await templateOf(place) });
      await place.make(`integrations/${integrationId}/matchers`, {
        ...matcher,
        match_type: "header",
        method: "unequals",
      });
      const path = place.path(`integrations/${integrationId}/aliases`);
      const { body: alias } = await place.site.call("admin", "POST", path);
      return { integrationId, alias: (alias as { url: string }).url.split("/").at(-1) ?? "" };
    },
    status: 204,
    differs: [
      {
        request: "any",
        peer: "can start a task",
        ours: "204; starts one only if the integration has `accept_get`, and HEAD never does",
        why: "browsers and link previews send GET; what is refused is in the delivery log",
      },
    ],
    // The switch is off by default, and HEAD leaves no trace: one delivery, no task.
    after: async (place, { integrationId }) => {
      expect(await look(place, place.path(`integrations/deliveries?integration_id=${integrationId}`))).toMatchObject([
        { outcome: "refused", reason: "get_not_accepted", task_id: null },
      ]);
    },
    loose: ["alias"],
  },
  {
    route: "POST /integrations/{alias}",
    access: "public",
    target: async (place) => {
      const integrationId = await integrationOf(place);
      await place.once("matcher", () => place.make(`integrations/${integrationId}/matchers`, matcher));
      await place.once("value", () => place.make(`integrations/${integrationId}/values`, { ...value, key: "size" }));
      const { body: alias } = await place.site.call(
        "admin",
        "POST",
        place.path(`integrations/${integrationId}/aliases`),
      );
      return { integrationId, alias: (alias as { url: string }).url.split("/").at(-1) ?? "" };
    },
    body: () => ({ ref: "none" }),
    bodyIsMap: true,
    status: 204,
    records: 413,
    differs: [
      {
        request: "the same delivery id twice (`X-GitHub-Delivery`, `Idempotency-Key` and the like)",
        peer: "204 and two tasks",
        ours: "204 and one task; without an id each call counts, and if the first call started none, a later one can",
        why: "senders repeat a call whose answer they missed",
      },
      {
        request: "an authentication method without a secret",
        peer: "204 and a task",
        ours: "204 and no task; the delivery log has the reason",
        why: "an empty secret would let anyone in",
      },
      {
        request: "over 600 calls a minute (120 without authentication), or a body over 1 MiB",
        peer: "204 and a task for each",
        ours: "429 or 413; the delivery log has one entry a minute that counts them",
        why: "a flood must not fill the queue",
      },
    ],
    after: async (place, { integrationId, alias }) => {
      const started = async () => (await look<{ integration_id: number }[]>(place, place.path("tasks"))).length;
      const send = (to: unknown, body: object) => place.site.call("anonymous", "POST", `/integrations/${to}`, { body });
      expect((await send(alias, { ref: "x".repeat(1024 * 1024) })).status).toBe(413);
      const [dropped] = await look<object[]>(
        place,
        place.path(`integrations/deliveries?integration_id=${integrationId}`),
      );
      expect(dropped).toMatchObject({ outcome: "refused", reason: "body_too_large", task_id: null });
      expect(await started()).toBe(0);
      expect((await send("unknown", { ref: "main" })).status).toBe(204);
      expect((await send(alias, { ref: "main", size: 1_000_000 })).status).toBe(204);
      expect(await look(place, place.path("tasks"))).toMatchObject([
        { integration_id: integrationId, user_id: null, environment: '{"B":"1000000"}', status: "waiting" },
      ]);
    },
    anyBody: true,
    loose: ["alias"],
  },
];
