import { expect } from "vitest";
import { ACCEPT } from "@/lib/operation/media-type";
import type { Bad, Ids, RouteCase } from "../support/conform";
import { anything, exactly, listOf, nullable, object, text, time } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, isGone, look, newTemplate, repositoryOf, templateOf } from "./fixtures";
import { OwnSchedule, OwnScheduleWithTpl, Schedule, ScheduleWithTpl } from "./shapes";

const SCHEDULES = "/project/{projectId}/schedules";
const SCHEDULE = `${SCHEDULES}/{scheduleId}`;
const minimal = async (place: Place) => ({ template_id: await templateOf(place), cron_format: "0 3 * * *", name: "s" });
const fresh = async (place: Place) => ({ scheduleId: await place.make("schedules", await minimal(place)) });
const body = async (place: Place, { scheduleId }: Ids) => ({
  ...(scheduleId && { id: scheduleId }),
  project_id: place.projectId,
  template_id: await templateOf(place),
  cron_format: "TZ=Europe/Paris */5 0-6 1,15 jan-mar ?",
  name: "nightly",
  active: true,
  repository_id: null,
});
const cron = (cron_format: string, reason: string): Bad => [{ cron_format }, `Cron: ${reason}`];
const crons: Bad[] = [
  cron("", "empty spec string"),
  cron("* * *", "expected exactly 5 fields, found 3: [* * *]"),
  cron("60 * * * *", "end of range (60) above maximum (59): 60"),
  cron("* * 0 * *", "beginning of range (0) below minimum (1): 0"),
  cron("* 5-3 * * *", "beginning of range (5) beyond end of range (3): 5-3"),
  cron("*/0 * * * *", "step of range should be a positive number: */0"),
  cron("1-2-3 * * * *", "too many hyphens: 1-2-3"),
  cron("1/2/3 * * * *", "too many slashes: 1/2/3"),
  cron("@sometimes", "unrecognized descriptor: @sometimes"),
];
const bad = async ({ elsewhere }: Place): Promise<Bad[]> => [
  ...crons,
  [{ template_id: 0 }, "template_id: Template is required"],
  [{ template_id: elsewhere && (await templateOf(elsewhere)) }, "template_id: Template not found in this project"],
  [{ repository_id: elsewhere && (await repositoryOf(elsewhere)) }, "repository_id: Not found in this project"],
  [{ project_id: elsewhere?.projectId }, "You can not move schedule to other project"],
  [{ timezone: "Mars/Olympus" }, "timezone: Unknown time zone"],
  [{ cron_format: "", run_at: "2001-01-01T00:00:00Z" }, "run_at: Must be in the future"],
  [{ run_at: "2100-01-01T00:00:00Z" }, "cron_format: Must be empty for a single run"],
];

const surveyOf = (place: Place) =>
  place.once("survey", () =>
    newTemplate(place, { survey_vars: [{ name: "size", title: "Size", type: "int", required: true }] }),
  );

async function canBeAnsweredLater(place: Place, reply: unknown): Promise<void> {
  const path = place.path(`schedules/${idOf({ body: reply })}`);
  const before = await look(place, path);
  expect(before).toMatchObject({ missing_answers: ["size"] });
  const task_params = { environment: '{"size":"5"}' };
  const body = { ...before, cron_format: "@daily", task_params };
  const saved = await place.site.call("owner", "PUT", path, { body, headers: { accept: ACCEPT } });
  expect(saved).toMatchObject({ status: 200, body: { missing_answers: [] } });
}

/** They send back what they got, in which our own fields are missing. */
async function keepsWhatOldClientsDontSend(place: Place, path: string): Promise<void> {
  const { site } = place;
  const whole = { ...(await minimal(place)), timezone: "Europe/Paris", overlap: "skip", task_params: { message: "m" } };
  await site.call("owner", "PUT", path, { body: whole });
  const before = await look(place, path);
  const { body } = await site.call("owner", "GET", path);
  await site.call("owner", "PUT", path, { body: body as object });
  expect(await look(place, path)).toEqual(before);
  const run_at = "2100-01-01T00:00:00Z";
  await site.call("owner", "PUT", path, { body: { ...before, cron_format: "", run_at } });
  await site.call("owner", "PUT", path, { body: { ...(body as object), cron_format: "", name: "once" } });
  expect(await look(place, path)).toMatchObject({ run_at, name: "once" });
  await site.call("owner", "PUT", path, { body: body as object });
  expect(await look(place, path)).toMatchObject({ run_at: null, cron_format: before.cron_format });
}

export const schedules: RouteCase[] = [
  {
    route: `GET ${SCHEDULES}`,
    access: "member",
    target: fresh,
    status: 200,
    reply: listOf(ScheduleWithTpl),
    own: listOf(OwnScheduleWithTpl),
    after: async (place) => {
      const repository_id = await repositoryOf(place);
      const check = await place.make("schedules", { ...(await minimal(place)), repository_id });
      const listed = await look<{ id: number }[]>(place, place.path("schedules"));
      expect(listed.map(({ id }) => id)).not.toContain(check);
    },
  },
  {
    route: `POST ${SCHEDULES}`,
    access: "manageResources",
    body,
    status: 201,
    reply: Schedule,
    own: OwnSchedule,
    differs: [
      {
        request: "`run_at` is `0001-01-01T00:00:00Z`",
        peer: "201; no time",
        ours: "201; no time",
        why: "that is what Go clients send for a time that is not set",
        send: () => ({ run_at: "0001-01-01T00:00:00Z" }),
        reply: { run_at: null },
      },
      {
        request: "a template with required survey variables, without answers",
        peer: "201; the tasks lack the variables",
        ours: "201; `missing_answers` in our own form, and runs are recorded as refused until there are answers",
        why: "a task without a required answer does something else; our form asks for it",
        send: async (place) => ({ template_id: await surveyOf(place) }),
        reply: { missing_answers: ["size"] },
        after: canBeAnsweredLater,
      },
      {
        request: "a `repository_id` without `active`",
        peer: "201 with `active` false; runs, because commit checks ignore it",
        ours: "201 with `active` true",
        why: "`active: false` switches a commit check off",
        send: async (place) => ({ repository_id: await repositoryOf(place), active: undefined }),
        reply: { active: true },
      },
      {
        request: "any",
        peer: "its fields",
        ours: "the same; `timezone`, `overlap`, `task_params`, `next_run_at` and `missing_answers` in our own form",
        why: "some clients reject unknown fields; a PUT without them keeps them",
      },
    ],
    event: (_, reply) => ["schedule", idOf(reply), `Schedule ID ${idOf(reply)} created`],
    after: async (place, ids, reply) => {
      expect(reply.body).toMatchObject(await body(place, ids));
      const id = await place.make("schedules", { ...(await minimal(place)), run_at: "0001-01-01T00:00:00Z" });
      expect(await look(place, place.path(`schedules/${id}`))).toMatchObject({
        run_at: null,
        cron_format: "0 3 * * *",
      });
    },
    bad,
  },
  {
    route: `POST ${SCHEDULES}/validate`,
    access: "manageResources",
    body: () => ({ cron_format: "@every 1h30m" }),
    status: 200,
    bad: () => crons,
  },
  {
    route: `POST ${SCHEDULES}/preview`,
    access: "manageResources",
    body: () => ({ cron_format: "@daily", timezone: "Europe/Paris", count: 3 }),
    status: 200,
    reply: object({
      timezone: text,
      runs: listOf(object({ at: time, clocks: nullable(exactly("gap", "repeated")) })),
    }),
    bad: () => crons,
  },
  { route: `GET ${SCHEDULE}`, access: "member", target: fresh, status: 200, reply: Schedule, own: OwnSchedule },
  { route: `GET ${SCHEDULE}/fires`, access: "member", target: fresh, status: 200, reply: listOf(anything) },
  {
    route: `PUT ${SCHEDULE}`,
    access: "manageResources",
    target: fresh,
    body,
    status: 204,
    own: object({ missing_answers: listOf(text) }),
    differs: [
      {
        request: "a `repository_id` without `active`",
        peer: "204; `active` is false, and it runs",
        ours: "204; `active` stays as it is, or becomes true if the schedule had no repository",
        why: "as for a new one",
        send: async (place) => ({ repository_id: await repositoryOf(place), active: undefined }),
        status: 200,
        reply: { missing_answers: [] },
      },
    ],
    event: ({ scheduleId }) => ["schedule", Number(scheduleId), `Schedule ID ${scheduleId} updated`],
    after: async (place, ids) => {
      const path = place.path(`schedules/${ids.scheduleId}`);
      expect(await look(place, path)).toMatchObject(await body(place, ids));
      const { name: _name, ...rest } = await minimal(place);
      await place.site.call("owner", "PUT", path, { body: rest });
      expect(await look(place, path)).toMatchObject({ name: "", active: false });
      await keepsWhatOldClientsDontSend(place, path);
    },
    bad: async (place) => [...(await bad(place)), [{ id: 1 }, "schedule id in URL and in body must be the same"]],
  },
  {
    route: `PUT ${SCHEDULE}/active`,
    access: "manageResources",
    target: fresh,
    body: () => ({ active: true }),
    status: 204,
    event: ({ scheduleId }) => ["schedule", Number(scheduleId), `Schedule ID ${scheduleId} updated`],
    after: async (place, { scheduleId }) =>
      expect(await look(place, place.path(`schedules/${scheduleId}`))).toMatchObject({ active: true }),
    bad: () => [[{ active: 1 }, "active: Expected boolean"]],
  },
  {
    route: `DELETE ${SCHEDULE}`,
    access: "manageResources",
    target: fresh,
    status: 204,
    event: ({ scheduleId }) => ["schedule", Number(scheduleId), `Schedule ID ${scheduleId} deleted`],
    after: (place, ids, reply) => isGone(() => place.path(`schedules/${ids.scheduleId}`))?.(place, ids, reply),
  },
];
