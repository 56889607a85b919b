import { expect } from "vitest";
import type { Bad, Ids, RouteCase } from "../support/conform";
import { listOf } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, look, newTemplate, viewOf } from "./fixtures";
import { PeerTemplateOfList, Template, View } from "./shapes";

const VIEWS = "/project/{projectId}/views";
const VIEW = `${VIEWS}/{viewId}`;
const fresh = async (place: Place) => ({ viewId: await place.make("views", { title: "v", position: 7 }) });
const body = ({ projectId }: Place, { viewId }: Ids) => ({
  id: viewId,
  project_id: projectId,
  title: "v2",
  position: 3,
});
const bad = ({ elsewhere }: Place): Bad[] => [
  [{ title: "" }, "title can not be empty"],
  [{ position: -1 }, "position: Must be 0 or greater"],
  [{ project_id: elsewhere?.projectId }, "Project ID in body and URL must be the same"],
];

export const views: RouteCase[] = [
  { route: `GET ${VIEWS}`, access: "member", target: fresh, status: 200, reply: listOf(View) },
  {
    route: `POST ${VIEWS}`,
    access: "manageResources",
    body,
    status: 201,
    reply: View,
    event: (_, reply) => ["view", idOf(reply), "View v2 created"],
    bad,
  },
  { route: `GET ${VIEW}`, access: "member", target: fresh, status: 200, reply: View },
  {
    route: `GET ${VIEW}/templates`,
    access: "member",
    target: async (place) => {
      const viewId = await viewOf(place);
      await place.once("template of the view", () => newTemplate(place, { view_id: viewId }));
      return { viewId };
    },
    status: 200,
    reply: listOf(PeerTemplateOfList),
    own: listOf(Template),
    after: (_, { viewId }, { body }) => expect(body).toMatchObject([{ view_id: viewId }]),
  },
  {
    route: `POST ${VIEWS}/positions`,
    bodyIsMap: true,
    access: "manageResources",
    body: async (place) => ({
      [await viewOf(place)]: 9,
      ...(place.elsewhere && { [await viewOf(place.elsewhere)]: 9 }),
    }),
    status: 204,
    event: () => ["view", null, "Views moved"],
    after: async (place) => {
      const id = await viewOf(place);
      expect(await look(place, place.path(`views/${id}`))).toMatchObject({ position: 9 });
      const foreign = place.elsewhere;
      if (!foreign) throw new Error("needs another project");
      expect(await look(foreign, foreign.path(`views/${await viewOf(foreign)}`))).toMatchObject({ position: 0 });
    },
    bad: () => [
      [{ 1: "x" }, "1: Must be an integer"],
      [{ 1: -1 }, "1: Must be 0 or greater"],
    ],
  },
  {
    route: `PUT ${VIEW}`,
    access: "manageResources",
    target: fresh,
    body,
    status: 204,
    event: ({ viewId }) => ["view", Number(viewId), "View v2 updated"],
    after: async (place, ids) => expect(await look(place, place.path(`views/${ids.viewId}`))).toEqual(body(place, ids)),
    bad: (place) => [...bad(place), [{ id: 1 }, "View ID in URL and in body must be the same"]],
  },
  {
    route: `DELETE ${VIEW}`,
    access: "manageResources",
    target: async (place) => {
      const { viewId } = await fresh(place);
      return { viewId, templateId: await newTemplate(place, { view_id: viewId }) };
    },
    status: 204,
    event: ({ viewId }) => ["view", Number(viewId), "View v deleted"],
    after: async (place, { templateId }) =>
      expect(await look(place, place.path(`templates/${templateId}`))).toMatchObject({ view_id: null }),
  },
];
