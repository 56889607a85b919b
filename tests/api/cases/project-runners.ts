import { expect } from "vitest";
import type { RouteCase } from "../support/conform";
import { int, like, listOf, object } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, isGone, look } from "./fixtures";
import { badRunner, runner } from "./server";
import { NewRunner, Runner, RunnerTag } from "./shapes";

const RUNNERS = "/project/{projectId}/runners";
const RUNNER = `${RUNNERS}/{runnerId}`;
const newRunner = async (place: Place) => ({ runnerId: await place.make("runners", runner) });
const pathOf = (place: Place, runnerId: number | string | undefined) => place.path(`runners/${runnerId}`);

const whole = ({ projectId }: Place) => ({
  ...runner,
  tags: ["gpu", "dmz"],
  tagged_only: false,
  project_id: projectId,
});
/** It serves its own project, whatever is asked for. */
const owned = (place: Place) => ({ ...whole(place), project_ids: [place.projectId], tag: "gpu" });

const saving = (method: "PUT" | "POST"): RouteCase => ({
  route: `${method} ${RUNNER}`,
  access: "manageResources",
  target: newRunner,
  body: (place, { runnerId }) => ({ ...whole(place), id: runnerId, name: "renamed", project_ids: null }),
  status: 204,
  event: ({ runnerId }) => ["runner", Number(runnerId), "Runner renamed updated"],
  after: async (place, { runnerId }) => {
    expect(await look(place, pathOf(place, runnerId))).toMatchObject({ ...owned(place), name: "renamed" });
    const { site } = place;
    const body = { ...runner, name: "by an administrator", project_ids: null };
    expect((await site.call("admin", "PUT", `/runners/${runnerId}`, { body })).status).toBe(204);
    expect(await look(place, pathOf(place, runnerId))).toMatchObject({ project_ids: [place.projectId] });
    const elsewhere = { ...body, project_ids: [place.elsewhere?.projectId] };
    expect(await site.call("admin", "PUT", `/runners/${runnerId}`, { body: elsewhere })).toMatchObject({
      status: 400,
      body: { error: "project_ids: This runner belongs to a project and serves no other one" },
    });
  },
  bad: (place) => [
    ...badRunner(),
    [{ id: 1_000_000 }, "ID in body and URL must be the same"],
    [{ project_id: place.elsewhere?.projectId }, "Project ID in body and URL must be the same"],
  ],
});

const changing = (route: string, happened: string, shown: object): RouteCase => ({
  route,
  access: "manageResources",
  target: newRunner,
  status: 204,
  event: ({ runnerId }) => ["runner", Number(runnerId), `Runner r ${happened}`],
  after: async (place, { runnerId }) =>
    expect(await look(place, pathOf(place, runnerId))).toMatchObject({ id: runnerId, ...shown }),
});

export const projectRunners: RouteCase[] = [
  {
    route: `GET ${RUNNERS}`,
    access: "manageResources",
    target: newRunner,
    status: 200,
    reply: listOf(Runner),
    after: async (place, { runnerId }, { body }) => {
      const idsIn = (list: unknown) => (list as { id: number }[]).map(({ id }) => id);
      expect(idsIn(body)).toContain(runnerId);
      expect((body as { project_id: number }[]).every(({ project_id }) => project_id === place.projectId)).toBe(true);
      expect(idsIn((await place.site.call("admin", "GET", "/runners")).body)).toContain(runnerId);
    },
  },
  {
    route: `POST ${RUNNERS}`,
    access: "manageResources",
    body: whole,
    status: 201,
    reply: NewRunner,
    event: (_, reply) => ["runner", idOf(reply), "Runner r created"],
    after: (place, _, { body }) => expect(body).toMatchObject(owned(place)),
    bad: (place) => [
      ...badRunner(),
      [{ project_id: place.elsewhere?.projectId }, "Project ID in body and URL must be the same"],
    ],
  },
  {
    route: `GET ${RUNNER}`,
    access: "manageResources",
    target: newRunner,
    status: 200,
    reply: Runner,
    after: async (place) => {
      const ofAll = await place.site.call("admin", "POST", "/runners", { body: runner });
      const unknown = await place.site.call("owner", "GET", pathOf(place, idOf(ofAll)));
      expect(unknown).toMatchObject({ status: 404, body: { error: "Runner not found" } });
    },
  },
  saving("PUT"),
  saving("POST"),
  {
    ...changing(`POST ${RUNNER}/active`, "switched off", { active: false }),
    body: () => ({ active: false }),
    bad: () => [[{ active: "x" }, "active: Expected boolean"]],
  },
  {
    route: `POST ${RUNNER}/registration-token`,
    access: "manageResources",
    target: newRunner,
    status: 200,
    reply: object({ registration_token: like(/^[0-9a-f]{64}$/), runner_id: int, project_id: int }),
    event: ({ runnerId }) => ["runner", Number(runnerId), "Runner r given a registration token"],
  },
  changing(`POST ${RUNNER}/drain`, "draining", { draining: true }),
  changing(`POST ${RUNNER}/resume`, "resumed", { draining: false }),
  changing(`DELETE ${RUNNER}/cache`, "asked to clear its cache", { cleaning_requested: expect.any(String) }),
  {
    route: `DELETE ${RUNNER}`,
    access: "manageResources",
    target: newRunner,
    status: 204,
    event: ({ runnerId }) => ["runner", Number(runnerId), "Runner r deleted"],
    after: isGone(({ runnerId }) => `/runners/${runnerId}`),
  },
  {
    route: "GET /project/{projectId}/runner_tags",
    access: "member",
    target: newRunner,
    status: 200,
    reply: listOf(RunnerTag),
    after: (_place, _ids, { body }) =>
      expect(body).toContainEqual({ tag: "gpu", number_of_runners: expect.any(Number) }),
  },
];
