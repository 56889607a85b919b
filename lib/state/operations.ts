import { z } from "zod";
import { lockEnded, stateChanged } from "@/db/announcement";
import { member, project } from "@/lib/access/access";
import { changesOf } from "@/lib/operation/changes";
import { type EventDraft, operation } from "@/lib/operation/define";
import { AppError, found, inUse } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { recordEvent } from "@/lib/operation/record-event";
import type { EventAction } from "@/lib/protocol/event-action";
import { breakLockOf } from "@/lib/state/backend/serve";
import { refuseTakenName } from "@/lib/state/ensure";
import {
  MadeStateToken,
  NewStateInput,
  State,
  StateInput,
  StateParams,
  StateToken,
  StateTokenInput,
  TokenParams,
  UnlockInput,
} from "@/lib/state/schema";
import * as store from "@/lib/state/store";
import * as tokens from "@/lib/state/tokens";
import { aboutState, findWorkspace, stateEvent } from "@/lib/state/workspaces";

export const listStates = operation({
  name: "state.list",
  summary: "States of the project, each with its templates, workspaces and locks",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(State),
  run: ({ db, project }) => store.listStates(db, project.id),
});

export const getState = operation({
  name: "state.get",
  summary: "One state",
  transaction: "none",
  access: member,
  params: StateParams,
  input: NoInput,
  output: State,
  run: async ({ db, project, params }) => found(await store.getState(db, project.id, params.stateId)),
});

export const createState = operation({
  name: "state.create",
  summary: "Adds a state that holds nothing, to upload one into or to point templates to",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: NewStateInput,
  output: State,
  run: async ({ db, project, input, announce }) => {
    await refuseTakenName(db, project.id, input.name, null);
    const made = found(await store.getState(db, project.id, await store.insertState(db, project.id, input)));
    announce(stateChanged(made));
    return made;
  },
  event: ({ result }) => ({ ...aboutState(result), subject: `State ${result.name}`, action: "created" }),
});

export const renameState = operation({
  name: "state.rename",
  summary: "Renames a state",
  transaction: "whole",
  access: project("manageResources"),
  params: StateParams,
  input: StateInput,
  output: NoContent,
  run: async ({ db, project, params, input, announce }) => {
    const before = found(await store.lockState(db, project.id, params.stateId));
    await refuseTakenName(db, project.id, input.name, before.id);
    await store.renameState(db, before.id, input.name);
    announce(stateChanged(before));
    return { before, changes: changesOf(before, input, { name: "shown" }) };
  },
  event: ({ input, result: { before, changes } }) => ({
    ...stateEvent({ ...before, ...input }, `renamed, before ${before.name}`),
    changes,
  }),
});

export const deleteState = operation({
  name: "state.delete",
  summary: "Deletes a state that nothing uses, with all of its versions",
  transaction: "whole",
  access: project("manageResources"),
  params: StateParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params, announce }) => {
    const state = found(await store.lockState(db, project.id, params.stateId));
    const { templates, workspaces } = found(await store.getState(db, project.id, state.id));
    if (templates.length > 0) throw inUse("stateInUse");
    if (await store.isInUse(db, project.id, state.id)) throw new AppError("conflict", { key: "stateBusy" });
    const held = workspaces.find(({ lock }) => lock !== null)?.lock;
    if (held) throw new AppError("locked", { key: "stateLocked", params: { holder: held.info.Who } });
    await store.deleteState(db, state.id);
    announce(stateChanged(state));
    return state;
  },
  event: ({ result }) => ({ ...aboutState(result), subject: `State ${result.name}`, action: "deleted" }),
});

export const unlockState = operation({
  name: "state.unlock",
  summary: "Breaks the lock of a workspace",
  transaction: "whole",
  access: project("manageResources"),
  params: StateParams,
  input: UnlockInput,
  output: NoContent,
  run: async ({ db, actor, project, params, input, ip, announce }) => {
    const state = found(await store.getState(db, project.id, params.stateId));
    const workspace = found(await findWorkspace(db, state.id, input.workspace));
    const scope = { project, userId: actor.user.id, ip };
    await breakLockOf(db, workspace, (happened) => recordEvent(db, stateEvent(state, happened), scope));
    announce(lockEnded(state));
  },
  event: { none: "recorded where a lock was broken, with its holder" },
});

export const listStateTokens = operation({
  name: "state.listTokens",
  summary: "Tokens that open this state and nothing else",
  transaction: "none",
  access: project("manageResources"),
  params: StateParams,
  input: NoInput,
  output: z.array(StateToken),
  run: async ({ db, project, params }) => {
    const list = await tokens.listTokens(db, project.id, params.stateId);
    if (list.length === 0) found(await store.getState(db, project.id, params.stateId));
    return list;
  },
});

export const createStateToken = operation({
  name: "state.createToken",
  summary: "Makes a token for this state, as password of the http backend; the reply alone contains it",
  transaction: "whole",
  access: project("manageResources"),
  params: StateParams,
  input: StateTokenInput,
  output: MadeStateToken,
  run: async ({ db, actor, project, params, input }) => {
    const state = found(await store.getState(db, project.id, params.stateId));
    return { ...(await tokens.insertToken(db, { ...input, state_id: state.id, user_id: actor.user.id })), state };
  },
  event: ({ result: { state, name } }) => tokenEvent(state, name, "created"),
});

export const deleteStateToken = operation({
  name: "state.deleteToken",
  summary: "Ends a token of the state; a lock that it holds is released",
  transaction: "whole",
  access: project("manageResources"),
  params: TokenParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params, announce }) => {
    const state = found(await store.getState(db, project.id, params.stateId));
    const ended = found(await tokens.deleteToken(db, state.id, params.tokenId));
    announce(lockEnded(state));
    return { ...ended, state };
  },
  event: ({ result: { state, name, unlocked } }) => {
    if (unlocked.length === 0) return tokenEvent(state, name, "deleted");
    const description = `Token ${name} of State ${state.name} deleted, and its lock of ${unlocked.join(", ")} broken`;
    return { ...aboutState(state), description };
  },
});

const tokenEvent = (state: { id: number; name: string }, name: string, action: EventAction): EventDraft => ({
  ...aboutState(state),
  part: { type: "token", name },
  subject: `Token ${name} of State ${state.name}`,
  action,
});
