import { backendVariables, statePath } from "@/lib/protocol/state";

type Access = { url: string; stateId: number; workspace: string; token: string };

/** The server only checks the token. */
const USERNAME = "signalbox";

/** The backend block for the code. */
export const BACKEND_BLOCK = `terraform {
  backend "http" {}
}`;

/** The variables by which Terraform and OpenTofu find the state. */
export const exportLines = ({ url, stateId, workspace, token }: Access): string =>
  Object.entries(backendVariables(url, { path: statePath(stateId, workspace), username: USERNAME, password: token }))
    .map(([name, value]) => `export ${name}='${value}'`)
    .join("\n");

/** Pulumi has no http backend, so the checkpoint is downloaded. The token stays out of the process list. */
export const checkpointCommand = ({ url, stateId, workspace, token }: Access): string =>
  `curl -fsS --netrc-file <(echo 'default login ${USERNAME} password ${token}') -o '${workspace}.json' '${url}${statePath(stateId, workspace)}'`;
