import { z } from "zod";
import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { member, project } from "@/lib/access/access";
import { changesOf } from "@/lib/operation/changes";
import { operation } from "@/lib/operation/define";
import { found, inUse } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { Refs } from "@/lib/operation/refs";
import { requireReferences } from "@/lib/project/references";
import type { EventAction } from "@/lib/protocol/event-action";
import { forgetHeads } from "@/lib/repository/check/forget";
import { repositoryFacts } from "@/lib/repository/facts";
import { forgetHost, pinnedHostKeys } from "@/lib/repository/host-keys";
import {
  HostKey,
  HostParams,
  Repository,
  RepositoryFacts,
  RepositoryInput,
  RepositoryParams,
  RepositoryQuery,
} from "@/lib/repository/schema";
import * as store from "@/lib/repository/store";

export const listRepositories = operation({
  name: "repository.list",
  summary: "Repositories of the project",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: RepositoryQuery,
  output: z.array(Repository),
  run: ({ db, project, input }) => store.listRepositories(db, project.id, input),
});

export const getRepository = operation({
  name: "repository.get",
  summary: "One repository",
  transaction: "none",
  access: member,
  params: RepositoryParams,
  input: NoInput,
  output: Repository,
  run: async ({ db, project, params }) => found(await store.getRepository(db, project.id, params.repositoryId)),
});

export const getRepositoryRefs = operation({
  name: "repository.refs",
  summary: "What uses the repository",
  transaction: "none",
  access: member,
  params: RepositoryParams,
  input: NoInput,
  output: Refs,
  run: async ({ db, project, params }) => {
    found(await store.getRepository(db, project.id, params.repositoryId));
    return store.repositoryRefs(db, project.id, params.repositoryId);
  },
});

export const listRepositoryFacts = operation({
  name: "repository.facts",
  summary: "How many things use each repository, who changed it last, its last commit and check",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(RepositoryFacts),
  run: ({ db, project }) => repositoryFacts(db, project.id),
});

export const createRepository = operation({
  name: "repository.create",
  summary: "Adds a repository",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: RepositoryInput,
  output: Repository,
  run: async ({ db, project, input }) => {
    refuseOtherIds(input, project.id);
    await requireKey(db, project.id, input);
    return store.insertRepository(db, project.id, input);
  },
  event: ({ result }) => repositoryEvent(result.id, result, "created"),
});

export const updateRepository = operation({
  name: "repository.update",
  summary: "Replaces a repository",
  transaction: "whole",
  access: project("manageResources"),
  params: RepositoryParams,
  input: RepositoryInput,
  output: NoContent,
  run: async ({ db, project, params, input }) => {
    refuseOtherIds(input, project.id, params.repositoryId);
    await requireKey(db, project.id, input);
    const before = found(await store.getRepository(db, project.id, params.repositoryId));
    found(await store.updateRepository(db, project.id, params.repositoryId, input));
    if (before.git_url !== input.git_url || before.git_branch !== input.git_branch)
      await forgetHeads(db, { repositoryId: before.id });
    return changesOf(before, input, TRACKED);
  },
  event: ({ params, input, result }) => ({
    ...repositoryEvent(params.repositoryId, input, "updated"),
    changes: result,
  }),
});

export const deleteRepository = operation({
  name: "repository.delete",
  summary: "Deletes a repository that no template or commit check uses",
  transaction: "whole",
  access: project("manageResources"),
  params: RepositoryParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => {
    const { templates, schedules } = await store.repositoryRefs(db, project.id, params.repositoryId);
    if (templates.length > 0 || schedules.length > 0) {
      throw inUse("repositoryInUse");
    }
    return found(await store.deleteRepository(db, project.id, params.repositoryId));
  },
  event: ({ params, result }) => repositoryEvent(params.repositoryId, result, "deleted"),
});

const repositoryEvent = (id: number, { name, git_url }: { name: string; git_url: string }, action: EventAction) => ({
  object_type: "repository",
  object_id: id,
  object_name: name,
  subject: `Repository ${git_url}`,
  action,
});

export const listHostKeys = operation({
  name: "hostKey.list",
  summary: "SSH host keys the project trusts, pinned on first connection",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(HostKey),
  run: ({ db, project }) => pinnedHostKeys(db, project.id),
});

export const forgetHostKeys = operation({
  name: "hostKey.forget",
  summary: "Removes a host's keys; the next key it shows is trusted",
  transaction: "whole",
  access: project("manageResources"),
  params: HostParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => found(await forgetHost(db, project.id, params.host)),
  event: ({ params: { host } }) => ({
    object_type: "host_key",
    object_name: host,
    description: `Host key of ${host} forgotten`,
  }),
});

const TRACKED = { name: "shown", git_url: "shown", git_branch: "shown", ssh_key_id: "shown" } as const;

const requireKey = (db: Db, projectId: number, { ssh_key_id }: { ssh_key_id: number }) =>
  requireReferences(db, projectId, [{ field: "ssh_key_id", id: ssh_key_id, table: accessKeys }], "not_found");
