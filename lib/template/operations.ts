import { z } from "zod";
import { claimable } from "@/db/announcement";
import { member, project } from "@/lib/access/access";
import { mayIn } from "@/lib/access/actor";
import { operation } from "@/lib/operation/define";
import { AppError, found } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch } from "@/lib/operation/http/id-mismatch";
import { Refs } from "@/lib/operation/refs";
import { Saved, type Warning, Warnings } from "@/lib/operation/warnings";
import { forgetHeads } from "@/lib/repository/check/forget";
import { templateChanges } from "@/lib/template/changes";
import { checkTemplate } from "@/lib/template/check";
import { createTemplateRows } from "@/lib/template/create";
import { deleteTemplateRows } from "@/lib/template/delete";
import { listVariables, replaceEnvironments } from "@/lib/template/environments";
import { listForScreen } from "@/lib/template/listed";
import { listNames, listResourceNames } from "@/lib/template/names";
import { environmentsOf, TemplateVariable } from "@/lib/template/rules/environments";
import {
  CommitCheck,
  FavoriteInput,
  Names,
  Template,
  TemplateBody,
  type TemplateInput,
  TemplateParams,
  TemplateQuery,
} from "@/lib/template/schema";
import { TemplateList } from "@/lib/template/schema/listed";
import {
  asSemaphoreTemplate,
  SemaphoreTemplate,
  SemaphoreTemplateOfList,
} from "@/lib/template/schema/semaphore-template";
import * as store from "@/lib/template/store";
import { replaceVaults } from "@/lib/template/vaults";
import { ViewParams } from "@/lib/view/schema";
import { getView } from "@/lib/view/store";

export const listTemplates = operation({
  name: "template.list",
  summary: "Templates of the project, each with its last task",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: TemplateQuery,
  output: z.array(Template),
  semaphoreOutput: z.array(SemaphoreTemplateOfList),
  forSemaphore: (list) => list.map(asSemaphoreTemplate),
  run: ({ db, project, actor, input }) => store.listTemplates(db, project.id, input, { userId: actor.user.id }),
});

export const listTemplatesForScreen = operation({
  name: "template.listForScreen",
  summary:
    "What the list of templates shows, of all or of one view, and the names of what they refer to, for its screen",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: z.object({ viewId: z.int().nullable() }),
  output: TemplateList,
  run: async ({ db, project, actor, input: { viewId } }) => {
    const mayManage = mayIn(actor, project, "manageResources");
    const [templates, names] = await Promise.all([
      listForScreen(db, project.id, viewId, { userId: actor.user.id, mayManage }),
      listResourceNames(db, project.id),
    ]);
    if (viewId !== null && templates.length === 0) found(await getView(db, project.id, viewId));
    return { templates, ...names };
  },
});

export const listTemplateNames = operation({
  name: "template.listNames",
  summary: "Names of the project's templates and of what they refer to, for screens",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: Names,
  run: ({ db, project }) => listNames(db, project.id),
});

export const listTemplatesOfView = operation({
  name: "template.listOfView",
  summary: "Templates of one view, each with its last task",
  transaction: "none",
  access: member,
  params: ViewParams,
  input: TemplateQuery,
  output: z.array(Template),
  semaphoreOutput: z.array(SemaphoreTemplateOfList),
  forSemaphore: (list) => list.map(asSemaphoreTemplate),
  run: async ({ db, project, actor, params, input }) => {
    const which = { viewId: params.viewId, userId: actor.user.id };
    const templates = await store.listTemplates(db, project.id, input, which);
    if (templates.length === 0) found(await getView(db, project.id, params.viewId));
    return templates;
  },
});

export const getTemplate = operation({
  name: "template.get",
  summary: "One template",
  transaction: "none",
  access: member,
  params: TemplateParams,
  input: NoInput,
  output: Template,
  semaphoreOutput: SemaphoreTemplate,
  forSemaphore: asSemaphoreTemplate,
  run: async ({ db, project, actor, params }) =>
    found(await store.getTemplate(db, project.id, params.templateId, actor.user.id)),
});

export const listTemplateVariables = operation({
  name: "template.variables",
  summary: "The names that the template's environments give its tasks, each with the environment whose value wins",
  transaction: "none",
  access: project("manageResources"),
  params: TemplateParams,
  input: NoInput,
  output: z.array(TemplateVariable),
  run: async ({ db, project, params }) => found(await listVariables(db, project.id, params.templateId)),
});

export const getTemplateRefs = operation({
  name: "template.refs",
  summary:
    "The templates that use its builds, which prevent deletion, and its schedules and integrations, which are deleted with it",
  transaction: "none",
  access: member,
  params: TemplateParams,
  input: NoInput,
  output: Refs,
  run: async ({ db, project, params }) => {
    found(await store.getTemplate(db, project.id, params.templateId));
    return store.templateRefs(db, project.id, params.templateId);
  },
});

export const listCommitChecks = operation({
  name: "template.commitChecks",
  summary: "The template's schedules that start it on new commits",
  transaction: "none",
  access: member,
  params: TemplateParams,
  input: NoInput,
  output: z.array(CommitCheck),
  run: ({ db, project, params }) => store.listCommitChecks(db, project.id, params.templateId),
});

export const createTemplate = operation({
  name: "template.create",
  summary: "Adds a template",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: TemplateBody,
  output: Template.extend({ warnings: Warnings }),
  semaphoreOutput: SemaphoreTemplate,
  forSemaphore: asSemaphoreTemplate,
  run: async ({ db, project, input }) => {
    await store.lockTemplateChanges(db, project.id);
    await checkTemplate(db, project.id, input, null);
    const id = await createTemplateRows(db, project.id, input);
    return { ...found(await store.getTemplate(db, project.id, id)), warnings: warningsAbout(input) };
  },
  event: ({ result }) => ({
    object_type: "template",
    object_id: result.id,
    object_name: result.name,
    subject: `Template ID ${result.id}`,
    action: "created",
  }),
});

export const updateTemplate = operation({
  name: "template.update",
  summary: "Replaces a template and its vaults",
  transaction: "whole",
  access: project("manageResources"),
  params: TemplateParams,
  input: TemplateBody,
  output: Saved,
  run: async ({ db, project, params, input, announce }) => {
    refuseMismatch("id", input.id, params.templateId, "templateIdMismatch");
    refuseMismatch("project_id", input.project_id, project.id, "templateMoved");
    await store.lockTemplateChanges(db, project.id);
    const current = found(await store.getTemplate(db, project.id, params.templateId));
    await checkTemplate(db, project.id, input, current);
    // Before the template itself, as where a commit check starts a task.
    if (current.repository_id !== input.repository_id || current.git_branch !== input.git_branch)
      await forgetHeads(db, { templateId: current.id });
    current.state_id = await store.lockForState(db, current.id);
    const values = store.templateColumns(input, current);
    await store.updateTemplate(db, project.id, params.templateId, values);
    if (values.allow_parallel_tasks && !current.allow_parallel_tasks) announce(claimable);
    await store.forgetDrift(db, current, values);
    await replaceVaults(db, project.id, params.templateId, input.vaults);
    const environment_ids = environmentsOf(input, current);
    await replaceEnvironments(db, project.id, params.templateId, environment_ids);
    const changes = templateChanges(current, { ...values, environment_ids, vaults: input.vaults });
    return { changes, warnings: warningsAbout(input) };
  },
  event: ({ params, input, result }) => ({
    object_type: "template",
    object_id: params.templateId,
    object_name: input.name,
    subject: `Template ID ${params.templateId}`,
    action: "updated",
    changes: result.changes,
  }),
});

export const deleteTemplate = operation({
  name: "template.delete",
  summary:
    "Deletes a template with its tasks, once none of them is waiting or running and no other template uses its builds",
  transaction: "whole",
  access: project("manageResources"),
  params: TemplateParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => found(await deleteTemplateRows(db, project.id, params.templateId)),
  event: ({ params, result }) => ({
    object_type: "template",
    object_id: params.templateId,
    object_name: result,
    subject: `Template ID ${params.templateId}`,
    action: "deleted",
  }),
});

export const setFavoriteTemplate = operation({
  name: "template.favorite",
  summary: "Makes the template one of the caller's favorites, which the console lists first, or no longer",
  transaction: "whole",
  access: member,
  params: TemplateParams,
  input: FavoriteInput,
  output: NoContent,
  run: async ({ db, project, actor, params, input }) => {
    const of = { projectId: project.id, templateId: params.templateId, userId: actor.user.id };
    if (!(await store.setFavorite(db, of, input.favorite))) throw new AppError("not_found");
  },
  event: { none: "a choice of the caller that concerns nobody else" },
});

/** Our form asks for a start version; without one, versions begin at 0.0.0. */
const warningsAbout = ({ type, start_version }: TemplateInput): Warning[] | undefined =>
  type === "build" && !start_version?.trim() ? ["start_version_missing"] : undefined;
