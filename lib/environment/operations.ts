import { z } from "zod";
import { environments } from "@/db/schema/environments";
import { member, project } from "@/lib/access/access";
import { mayIn, type ProjectScope, type UserActor } from "@/lib/access/actor";
import { changedVariables } from "@/lib/environment/changes";
import { exceedsVariables } from "@/lib/environment/rules";
import {
  Environment,
  EnvironmentFacts,
  EnvironmentInput,
  EnvironmentParams,
  EnvironmentQuery,
} from "@/lib/environment/schema";
import * as store from "@/lib/environment/store";
import { changesOf } from "@/lib/operation/changes";
import { eventsOf, operation } from "@/lib/operation/define";
import { AppError, found, inUse } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { hasRefs, Refs } from "@/lib/operation/refs";
import { lockReferences } from "@/lib/project/references";

export const listEnvironments = operation({
  name: "environment.list",
  summary: "Environments of the project; values are blank for members who can't manage resources",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: EnvironmentQuery,
  output: z.array(Environment),
  run: async ({ db, actor, project, input }) =>
    (await store.listEnvironments(db, project.id, input)).map(visibleTo(actor, project)),
});

export const getEnvironment = operation({
  name: "environment.get",
  summary: "One environment with the names of its secrets",
  transaction: "none",
  access: member,
  params: EnvironmentParams,
  input: NoInput,
  output: Environment,
  run: async ({ db, actor, project, params }) =>
    visibleTo(actor, project)(found(await store.getEnvironment(db, project.id, params.environmentId))),
});

export const getEnvironmentRefs = operation({
  name: "environment.refs",
  summary: "What uses the environment",
  transaction: "none",
  access: member,
  params: EnvironmentParams,
  input: NoInput,
  output: Refs,
  run: async ({ db, project, params }) => {
    found(await store.getEnvironment(db, project.id, params.environmentId));
    return store.environmentRefs(db, project.id, params.environmentId);
  },
});

export const listEnvironmentFacts = operation({
  name: "environment.facts",
  summary: "How many things use each environment, who changed it last, and its numbers of variables and secrets",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(EnvironmentFacts),
  run: ({ db, project }) => store.listEnvironmentFacts(db, project.id),
});

export const createEnvironment = operation({
  name: "environment.create",
  summary: "Adds an environment with its secrets",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: EnvironmentInput,
  output: Environment,
  run: async ({ db, project, input }) => {
    refuseOtherIds(input, project.id);
    refuseTooLarge(input);
    const id = await store.insertEnvironment(db, project.id, input);
    return found(await store.getEnvironment(db, project.id, id));
  },
  event: ({ result }) => environmentEvent(result.id, result.name, "created"),
});

export const updateEnvironment = operation({
  name: "environment.update",
  summary: "Replaces an environment and applies the changes to its secrets",
  transaction: "whole",
  access: project("manageResources"),
  params: EnvironmentParams,
  input: EnvironmentInput,
  output: NoContent,
  run: async ({ db, project, params, input }) => {
    refuseOtherIds(input, project.id, params.environmentId);
    refuseTooLarge(input);
    const before = found(await store.getEnvironment(db, project.id, params.environmentId));
    found(await store.updateEnvironment(db, project.id, params.environmentId, input));
    const changes = {
      ...changesOf(before, input, { name: "shown" }, { password: input.password !== null }),
      ...changedVariables(before, input),
    };
    return Object.keys(changes).length > 0 ? changes : undefined;
  },
  event: ({ params, input, result }) => ({
    ...environmentEvent(params.environmentId, input.name, "updated"),
    changes: result,
  }),
});

export const deleteEnvironment = operation({
  name: "environment.delete",
  summary: "Deletes an environment that nothing uses",
  transaction: "whole",
  access: project("manageResources"),
  params: EnvironmentParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => {
    await lockReferences(db, project.id, { table: environments, id: params.environmentId });
    if (hasRefs(await store.environmentRefs(db, project.id, params.environmentId))) {
      throw inUse("environmentInUse");
    }
    return found(await store.deleteEnvironment(db, project.id, params.environmentId));
  },
  event: ({ params, result }) => environmentEvent(params.environmentId, result, "deleted"),
});

const environmentEvent = eventsOf("environment", "Environment");

const visibleTo = (actor: UserActor, project: ProjectScope) => {
  const all = mayIn(actor, project, "manageResources");
  return (environment: Environment): Environment => (all ? environment : { ...environment, json: "", env: null });
};

function refuseTooLarge({ json, env }: Pick<EnvironmentInput, "json" | "env">): void {
  const field = exceedsVariables(json) ? "json" : env !== null && exceedsVariables(env) ? "env" : null;
  if (field) throw new AppError("too_large", { issues: [{ path: field, key: "variablesTooLarge" }] });
}
