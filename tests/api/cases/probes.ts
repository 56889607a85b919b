import type { RouteCase } from "../support/conform";
import { anything, exactly, int, listOf, nullable, object, text } from "../support/shape";
import type { Place } from "../support/site";
import { keyOf } from "./fixtures";

const PROBES = "/project/{projectId}/probes";

const Probe = object({
  id: int,
  kind: exactly("repository", "key", "inventory", "vault", "alert"),
  state: exactly("waiting", "running", "passed", "failed", "impossible"),
  reason: nullable(text),
  code: nullable(text),
  subject: text,
  problem: text,
  facts: anything,
  channels: listOf(object({ channel: text, state: text, reason: nullable(text) })),
});

const body = async (place: Place) => ({
  kind: "repository",
  git_url: "https://example.com/a.git",
  git_branch: "main",
  ssh_key_id: await keyOf(place),
});

/** How runners and channels handle them: tests/probe, tests/runner/probe.test.ts. */
export const probes: RouteCase[] = [
  {
    route: `POST ${PROBES}`,
    access: "manageResources",
    body,
    status: 201,
    reply: Probe,
    bad: () => [
      [{ git_url: "nonsense" }, "git_url: Incorrect URL"],
      [{ git_branch: "" }, "repository branch can't be empty"],
      [{ ssh_key_id: null }, "ssh_key_id: Access key is required"],
    ],
  },
  {
    route: `POST ${PROBES}/alert`,
    access: "updateProject",
    body: () => ({ kind: "alert", alert_chat: "" }),
    status: 201,
    reply: Probe,
    bad: () => [[{ alert_chat: 1 }, "alert_chat: Expected string"]],
  },
  {
    route: `GET ${PROBES}/{probeId}`,
    access: "manageResources",
    target: async (place) => ({ probeId: await place.make("probes", await body(place)) }),
    status: 200,
    reply: Probe,
  },
];
