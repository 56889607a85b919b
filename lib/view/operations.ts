import { z } from "zod";
import { member, project } from "@/lib/access/access";
import { changesOf } from "@/lib/operation/changes";
import { eventsOf, operation } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { performWithin } from "@/lib/operation/execute";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch, refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { NewViewInput, View, ViewInput, ViewList, ViewParams, ViewPositions } from "@/lib/view/schema";
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

export const saveViews = operation({
  name: "view.save",
  summary: "Saves all views in their order; those that others have deleted stay deleted",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: ViewList,
  output: z.array(View),
  run: async (context) => {
    const { db, project, params, input } = context;
    const stored = new Map((await store.listViews(db, project.id)).map((view) => [view.id, view]));
    const shown = new Map(input.shown.map(({ id, title }) => [id, title]));
    const kept = new Set(input.views.map(({ view_id }) => view_id));
    for (const viewId of [...stored.keys()].filter((id) => shown.has(id) && !kept.has(id)))
      await performWithin(deleteView, context, { ...params, viewId }, undefined);
    const positions: Record<string, number> = {};
    for (const [position, { view_id, title }] of input.views.entries()) {
      const before = view_id === null ? null : stored.get(view_id);
      if (before && before.title !== title && shown.get(before.id) !== title)
        await performWithin(updateView, context, { ...params, viewId: before.id }, { ...before, title });
      const view = before === null ? await performWithin(createView, context, params, { title, position }) : before;
      if (view) positions[view.id] = position;
    }
    // Those that were not moved stay where others may have moved them.
    const unmoved = [...shown.keys()].filter((id) => kept.has(id));
    if (input.views.some(({ view_id }, index) => view_id !== (unmoved[index] ?? null)))
      await performWithin(moveViews, context, params, positions);
    return store.listViews(db, project.id);
  },
  event: { none: "each change records its own" },
});

const viewEvent = eventsOf("view", "View");
