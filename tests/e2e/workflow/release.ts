import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Role } from "@/lib/access/roles";
import { expect, makeScript, type OwnProject } from "../own-project";
import { apiOf, usernameOf } from "../people";
import { PASSWORD } from "../start";

export type Release = {
  /** The run. */
  id: number;
  /** Lets the smoke test succeed from now on. */
  mend: () => void;
};

/** Starts a workflow that builds, asks the managers, and tests; the test fails until it is mended. */
export async function startRelease(project: OwnProject): Promise<Release> {
  const flag = join(mkdtempSync(join(tmpdir(), "signalbox-e2e-flow-")), "mended");
  const build = await makeScript(project, "Build the shop", "echo compiled 42 modules\n");
  const smoke = await makeScript(project, "Smoke test", `test -e ${flag} || { echo checkout is down; exit 1; }\n`);
  const workflow = await project.make("templates", {
    name: "Release the shop",
    app: "workflow",
    graph: {
      nodes: [
        { kind: "template", key: "build", name: "Build", template_id: build.id },
        {
          kind: "approval",
          key: "ask",
          name: "Release?",
          text: "Release it now?",
          roles: ["manager"],
          not_starter: true,
        },
        { kind: "template", key: "smoke", name: "Smoke", template_id: smoke.id },
        { kind: "template", key: "undo", name: "Roll back", template_id: build.id },
      ],
      edges: [
        { from: "build", to: "ask" },
        { from: "ask", to: "smoke" },
        { from: "ask", to: "undo", on: "failure" },
      ],
    },
  });
  const { id } = await project.make("tasks", { template_id: workflow.id });
  return { id, mend: () => writeFileSync(flag, "") };
}

/** A second person, who manages the project. */
export const addManager = (page: Page, project: OwnProject): Promise<void> =>
  addMember(page, project, "manager", "Bea Winter");

export async function addMember(page: Page, { id: projectId }: OwnProject, role: Role, name: string): Promise<void> {
  const api = apiOf(page.request);
  const username = usernameOf(role, projectId);
  const account = { username, name, email: `${username}@example.com`, password: PASSWORD };
  const { id: user_id } = await api("POST /users", { body: account });
  await api("POST /project/:projectId/users", { params: { projectId }, body: { user_id, role } });
}

/** Waits until the run asks for a decision. */
export async function untilAsked(project: OwnProject, taskId: number): Promise<void> {
  const asked = async () => {
    const { nodes } = await project.read<{ nodes: { key: string; status: string }[] }>(`tasks/${taskId}/nodes`);
    return nodes.find(({ key }) => key === "ask")?.status;
  };
  await expect.poll(asked, { timeout: 60_000 }).toBe("waiting");
}
