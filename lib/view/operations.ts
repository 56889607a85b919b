import { z } from "zod";
import { member, project } from "@/lib/access/access";
import { changesOf } from "@/lib/operation/changes";
import { eventsOf, operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch, refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { NewViewInput, View, ViewInput, ViewParams, ViewPositions } from "@/lib/view/schema";
import * as store from "@/lib/view/store";

export const listViews = operation({
  name: "view.list",
  summary: "Views of the project, by position",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(View),
  run: ({ db, project }) => store.listViews(db, project.id),
});

export const getView = operation({
  name: "view.get",
  summary: "One view",
  transaction: "none",
  access: member,
  params: ViewParams,
  input: NoInput,
  output: View,
  run: async ({ db, project, params }) => found(await store.getView(db, project.id, params.viewId)),
});

export const createView = operation({
  name: "view.create",
  summary: "Adds a view of the template list",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: NewViewInput,
  output: View,
  run: async ({ db, project, input }) => {
    refuseOtherIds(input, project.id);
    return store.insertView(db, project.id, input);
  },
  event: ({ result }) => viewEvent(result.id, result.title, "created"),
});

export const updateView = operation({
  name: "view.update",
  summary: "Replaces a view",
  transaction: "whole",
  access: project("manageResources"),
  params: ViewParams,
  input: ViewInput,
  output: NoContent,
  run: async ({ db, project, params, input }) => {
    refuseMismatch("id", input.id, params.viewId, "viewIdMismatch");
    refuseOtherIds(input, project.id);
    const before = found(await store.getView(db, project.id, params.viewId));
    found(await store.updateView(db, project.id, params.viewId, input));
    return changesOf(before, input, { title: "shown", position: "shown" });
  },
  event: ({ params, input, result }) => ({
    ...viewEvent(params.viewId, input.title, "updated"),
    changes: result,
  }),
});

export const moveViews = operation({
  name: "view.move",
  summary: "Sets the positions of views, by id",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: ViewPositions,
  output: NoContent,
  run: async ({ db, project, input }) => {
    const before = await store.listViews(db, project.id);
    await store.setPositions(db, project.id, input);
    const moved = before.map(({ id, title, position }) => ({ title, from: position, to: input[id] ?? position }));
    return changesOf(
      Object.fromEntries(moved.map(({ title, from }) => [title, from])),
      Object.fromEntries(moved.map(({ title, to }) => [title, to])),
      Object.fromEntries(moved.map(({ title }) => [title, "shown" as const])),
    );
  },
  event: ({ result }) => (result ? { object_type: "view", description: "Views moved", changes: result } : null),
});

export const deleteView = operation({
  name: "view.delete",
  summary: "Deletes a view; its templates stay",
  transaction: "whole",
  access: project("manageResources"),
  params: ViewParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => found(await store.deleteView(db, project.id, params.viewId)),
  event: ({ params, result }) => viewEvent(params.viewId, result, "deleted"),
});

const viewEvent = eventsOf("view", "View");
