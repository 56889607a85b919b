import { z } from "zod";
import { member, project } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch, refuseOtherIds } from "@/lib/operation/same";
import { NewViewInput, View, ViewInput, ViewParams, ViewPositions } from "@/lib/view/schema";
import * as store from "@/lib/view/store";

export const listViews = operation({
  name: "view.list",
  summary: "Views of the project, by position",
  effect: "read",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(View),
  run: ({ db, project }) => store.listViews(db, project.id),
});

export const getView = operation({
  name: "view.get",
  summary: "One view",
  effect: "read",
  access: member,
  params: ViewParams,
  input: NoInput,
  output: View,
  run: async ({ db, project, params }) => found(await store.getView(db, project.id, params.viewId)),
});

export const createView = operation({
  name: "view.create",
  summary: "Adds a view of the template list",
  effect: "write",
  access: project("manageResources"),
  params: ProjectParams,
  input: NewViewInput,
  output: View,
  run: async ({ db, project, input }) => {
    refuseOtherIds(input, project.id);
    return store.insertView(db, project.id, input);
  },
  event: ({ result }) => ({ object_type: "view", object_id: result.id, description: `View ${result.title} created` }),
});

export const updateView = operation({
  name: "view.update",
  summary: "Replaces a view",
  effect: "write",
  access: project("manageResources"),
  params: ViewParams,
  input: ViewInput,
  output: NoContent,
  run: async ({ db, project, params, input }) => {
    refuseMismatch("id", input.id, params.viewId, "viewIdMismatch");
    refuseOtherIds(input, project.id);
    if (!(await store.updateView(db, project.id, params.viewId, input))) throw new AppError("not_found");
  },
  event: ({ params, input }) => ({
    object_type: "view",
    object_id: params.viewId,
    description: `View ${input.title} updated`,
  }),
});

export const moveViews = operation({
  name: "view.move",
  summary: "Sets the positions of views, by id",
  effect: "write",
  access: project("manageResources"),
  params: ProjectParams,
  input: ViewPositions,
  output: NoContent,
  run: ({ db, project, input }) => store.setPositions(db, project.id, input),
});

export const deleteView = operation({
  name: "view.delete",
  summary: "Deletes a view; its templates stay",
  effect: "write",
  access: project("manageResources"),
  params: ViewParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => found(await store.deleteView(db, project.id, params.viewId)),
  event: ({ params, result }) => ({
    object_type: "view",
    object_id: params.viewId,
    description: `View ${result} deleted`,
  }),
});
