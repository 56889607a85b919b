import { expect } from "vitest";
import type { Bad, Ids, RouteCase } from "../support/conform";
import { listOf } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, look } from "./fixtures";
import { Environment, EnvironmentFacts, EnvironmentOfList, Refs } from "./shapes";

const ENVIRONMENTS = "/project/{projectId}/environment";
const ENVIRONMENT = `${ENVIRONMENTS}/{environmentId}`;
const secrets = [
  { type: "env", name: "TOKEN", secret: "s", operation: "create" },
  { type: "var", name: "password", secret: "s", operation: "create" },
];
const values = { json: '{"a":1}', env: '{"B":"2"}' };
const fresh = async (place: Place) => ({
  environmentId: await place.make("environment", { name: "e", ...values, secrets }),
});
const body = ({ projectId }: Place, { environmentId }: Ids) => ({
  id: environmentId,
  project_id: projectId,
  name: "e2",
  ...values,
});
const bad = ({ elsewhere }: Place): Bad[] => [
  [{ name: "" }, "Environment name can not be empty"],
  [{ json: "" }, "Extra variables must be valid JSON"],
  [{ json: "{" }, "Extra variables must be valid JSON"],
  [{ json: "[1]" }, "Extra variables must be valid JSON"],
  [{ env: "{" }, "Environment variables must be valid JSON"],
  [{ env: '{"A":1}' }, "env.A: Must be text"],
  [{ env: '{"PATH":"/tmp"}' }, "env.PATH: This name is reserved"],
  [
    { secrets: [{ ...secrets[0], name: "1x" }] },
    "secrets[0].name: Letters, digits and _ only, not starting with a digit",
  ],
  [
    {
      secrets: [
        { ...secrets[0], name: "X" },
        { ...secrets[0], name: "X" },
      ],
    },
    "secrets[1].name: Another secret has this name",
  ],
  [{ project_id: elsewhere?.projectId }, "Project ID in body and URL must be the same"],
];

type Seen = { secrets: { id: number; name: string }[] | null };
const namesOf = ({ secrets }: Seen) => (secrets ?? []).map(({ name }) => name).sort();

export const environment: RouteCase[] = [
  { route: `GET ${ENVIRONMENTS}`, access: "member", target: fresh, status: 200, reply: listOf(EnvironmentOfList) },
  {
    route: `POST ${ENVIRONMENTS}`,
    access: "manageResources",
    body: () => ({ name: "e", ...values, secrets }),
    status: 201,
    reply: Environment,
    differs: [
      {
        request: "a secret with an unknown `type` or `operation`; so for `PUT`",
        peer: "201; the secret is left out",
        ours: "400 and the field",
        why: "tasks would lack a secret that the client believes to be stored",
      },
    ],
    event: (_, reply) => ["environment", idOf(reply), "Environment e created"],
    after: (_, __, { body }) => expect(namesOf(body as Seen)).toEqual(["TOKEN", "password"]),
    bad,
  },
  {
    route: `GET ${ENVIRONMENT}`,
    access: "member",
    target: fresh,
    status: 200,
    reply: Environment,
    after: async ({ site }, _, { body: ours }) => {
      const { project_id, id } = ours as { project_id: number; id: number };
      expect(ours).toMatchObject(values);
      for (const as of ["task_runner", "guest"] as const) {
        const seen = await site.call(as, "GET", `/project/${project_id}/environment/${id}`);
        expect(seen.body).toEqual({ ...(ours as object), json: "", env: null });
      }
    },
  },
  { route: `GET ${ENVIRONMENTS}/facts`, access: "member", target: fresh, status: 200, reply: listOf(EnvironmentFacts) },
  { route: `GET ${ENVIRONMENT}/refs`, access: "member", target: fresh, status: 200, reply: Refs },
  {
    route: `PUT ${ENVIRONMENT}`,
    access: "manageResources",
    target: fresh,
    body,
    status: 204,
    event: ({ environmentId }) => ["environment", Number(environmentId), "Environment e2 updated"],
    after: async (place, ids) => {
      const path = place.path(`environment/${ids.environmentId}`);
      const before = await look<Seen>(place, path);
      expect(namesOf(before)).toEqual(["TOKEN", "password"]);
      const [first, second] = before.secrets ?? [];
      const changes = [
        { ...first, name: "RENAMED", secret: "t", operation: "update" },
        { ...second, operation: "delete" },
        { type: "env", name: "NEW", secret: "n", operation: "create" },
      ];
      await place.site.call("owner", "PUT", path, { body: { ...body(place, ids), secrets: changes } });
      expect(namesOf(await look<Seen>(place, path))).toEqual(["NEW", "RENAMED"]);
    },
    bad: (place) => [...bad(place), [{ id: 1 }, "ID in body and URL must be the same"]],
  },
  {
    route: `DELETE ${ENVIRONMENT}`,
    access: "manageResources",
    target: fresh,
    status: 204,
    event: ({ environmentId }) => ["environment", Number(environmentId), "Environment e deleted"],
  },
];
