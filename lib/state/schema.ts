import { z } from "zod";
import {
  flag,
  IdParam,
  ProjectParams,
  pageQuery,
  requiredId,
  requiredName,
  requiredText,
  text,
  textQuery,
} from "@/lib/operation/fields";
import { DEFAULT_WORKSPACE, LockInfo, MAX_STATE_BYTES, StateKind, VersionCause } from "@/lib/protocol/state";
import { isWorkspaceName } from "@/lib/state/rules/workspace";

export const StateParams = ProjectParams.extend({ stateId: IdParam });
export const VersionParams = StateParams.extend({ versionId: IdParam });
export const TokenParams = StateParams.extend({ tokenId: IdParam });

/** Who holds the workspace; an attempt by its task, a laptop by its token. */
const Lock = z.object({
  info: LockInfo,
  created: z.string(),
  task_id: z.int().nullable(),
  token_name: z.string().nullable(),
});

const Workspace = z.object({
  name: z.string(),
  /** Id and number of the newest version; null: none is kept, or the tool has deleted it. */
  version_id: z.int().nullable(),
  newest: z.int().nullable(),
  serial: z.int().nullable(),
  size: z.int().nullable(),
  /** Null: there is no version, or it is encrypted. */
  resources: z.int().nullable(),
  changed: z.string().nullable(),
  task_id: z.int().nullable(),
  user_name: z.string().nullable(),
  /** Versions that wait for a person's decision. */
  offered: z.int(),
  lock: Lock.nullable(),
});

export const State = z.object({
  id: z.int(),
  project_id: z.int(),
  name: z.string(),
  kind: StateKind,
  created: z.string(),
  /** Null: nothing has read or written it yet. */
  used_at: z.string().nullable(),
  /** Those that use it; none: it is unused. */
  templates: z.array(z.object({ id: z.int(), name: z.string() })),
  workspaces: z.array(Workspace),
});
export type State = z.infer<typeof State>;

export const Version = z.object({
  id: z.int(),
  workspace: z.string(),
  number: z.int(),
  newest: z.boolean(),
  serial: z.int().nullable(),
  lineage: z.string(),
  checksum: z.string(),
  size: z.int(),
  /** Null: the state is encrypted, so that neither its resources nor its outputs are known. */
  resources: z.int().nullable(),
  tool_version: z.string(),
  offered: z.boolean(),
  /** Null: nobody has accepted what was offered. */
  decided_at: z.string().nullable(),
  cause: VersionCause,
  reason: z.string(),
  task_id: z.int().nullable(),
  /** The same, also when the task is deleted. */
  task_number: z.int().nullable(),
  user_id: z.int().nullable(),
  user_name: z.string().nullable(),
  commit_hash: z.string().nullable(),
  created: z.string(),
});
export type Version = z.infer<typeof Version>;

/** A sensitive one has no value here. */
export const StateOutput = z.object({ name: z.string(), sensitive: z.boolean(), value: z.unknown().optional() });
export type StateOutput = z.infer<typeof StateOutput>;

const StateResource = z.object({
  address: z.string(),
  /** "": the root module. */
  module: z.string(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  provider: z.string(),
});

export const VersionDetail = Version.extend({ resource_list: z.array(StateResource), outputs: z.array(StateOutput) });
export type VersionDetail = z.infer<typeof VersionDetail>;

export const ResourceAttributes = z.object({ address: z.string(), attributes: z.array(StateOutput) });

export const Difference = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.object({ address: z.string(), attributes: z.array(z.string()) })),
  outputs: z.array(z.string()),
});
export type Difference = z.infer<typeof Difference>;

const workspace = () =>
  text(100)
    .transform((name) => name || DEFAULT_WORKSPACE)
    .refine(isWorkspaceName, "workspaceNameInvalid");

const name = () => requiredName("nameRequired");
const reason = () => requiredText("reasonRequired", 1000);

export const NewStateInput = z.object({ name: name(), kind: StateKind });
export const StateInput = z.object({ name: name() });
export const VersionsQuery = pageQuery().extend({
  workspace: textQuery(100).optional().describe("Only versions of this workspace"),
});

export const UploadInput = z.object({
  workspace: workspace(),
  /** As the tool wrote it. */
  content: z.string().max(MAX_STATE_BYTES, "stateFileTooLarge"),
  reason: reason(),
});
export type UploadInput = z.output<typeof UploadInput>;

export const RollbackInput = z.object({ version_id: requiredId("versionRequired"), reason: reason() });
export const UnlockInput = z.object({ workspace: workspace() });
export const DifferenceQuery = z.object({
  from_id: IdParam.optional().describe("Id of the version to compare with; the one before it otherwise"),
});
export const AttributesQuery = z.object({
  address: z.string().optional().describe("Only of the resource with this address"),
});
export const RevealInput = z.object({ name: requiredText("nameRequired", 1000) });

export const StateToken = z.object({
  id: z.int(),
  name: z.string(),
  /** The beginning of the token. */
  prefix: z.string(),
  writes: z.boolean(),
  user_id: z.int(),
  user_name: z.string(),
  created: z.string(),
  last_used: z.string().nullable(),
  last_ip: z.string().nullable(),
});
export type StateToken = z.infer<typeof StateToken>;
/** The only reply that contains the token itself. */
export const MadeStateToken = StateToken.extend({ token: z.string() });
export type MadeStateToken = z.infer<typeof MadeStateToken>;
export const StateTokenInput = z.object({ name: name(), writes: flag() });
