import { backendVariables, statePath } from "@/lib/protocol/state";

type Access = { url: string; stateId: number; workspace: string; token: string };

/** The server asks for the token only. */
const USERNAME = "signalbox";

/** For the code. */
export const BACKEND_BLOCK = `terraform {
  backend "http" {}
}`;

/** For the shell, in which Terraform and OpenTofu then find the state. */
export const exportLines = ({ url, stateId, workspace, token }: Access): string =>
  Object.entries(backendVariables(url, { path: statePath(stateId, workspace), username: USERNAME, password: token }))
    .map(([name, value]) => `export ${name}='${value}'`)
    .join("\n");

/** Pulumi knows no such backend: the checkpoint is fetched. The token stays out of the process list. */
export const checkpointCommand = ({ url, stateId, workspace, token }: Access): string =>
  `curl -fsS --netrc-file <(echo 'default login ${USERNAME} password ${token}') -o '${workspace}.json' '${url}${statePath(stateId, workspace)}'`;
