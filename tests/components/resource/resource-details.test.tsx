import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ResourceDetails } from "@/components/resource/resource-details";
import type { Resource } from "@/components/resource/use-tiles";
import { ConsoleProvider } from "@/components/shell/console-context";
import type { ListedEvent } from "@/lib/event/schema";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

const NO_REFS = { templates: [], inventories: [], repositories: [], schedules: [], integrations: [] };
const FACTS = { id: 7, used_by: 0, changed_at: null, changed_by: null };

const KEY: Resource = {
  kind: "key",
  item: {
    id: 7,
    name: "Deploy",
    type: "ssh",
    project_id: 3,
    string: "",
    override_secret: false,
    login_password: { login: "", password: "" },
    ssh: { login: "", passphrase: "", private_key: "" },
    details: { type: "ed25519", bits: 256, comment: "ann@laptop", fingerprint: "SHA256:abc" },
  },
  facts: FACTS,
};
const REPOSITORY: Resource = {
  kind: "repository",
  item: { id: 7, name: "Code", project_id: 3, git_url: "git@example.com:a.git", git_branch: "main", ssh_key_id: 9 },
  facts: {
    ...FACTS,
    commit_hash: "0123456789abcdef",
    commit_message: "Mend it",
    commit_task_id: 1,
    checked_at: "2026-01-01T00:00:00Z",
    check_failed: true,
  },
  key: { id: 9, name: "Deploy" },
};
const inventoryOf = (type: "static" | "file", inventory: string, hosts: number | null): Resource => ({
  kind: "inventory",
  item: {
    id: 7,
    name: "Hosts",
    project_id: 3,
    type,
    inventory,
    ssh_key_id: null,
    become_key_id: null,
    holder_id: null,
    repository_id: null,
  },
  facts: { ...FACTS, hosts },
});
const ENVIRONMENT: Resource = {
  kind: "environment",
  item: { id: 7, name: "Live" },
  facts: { ...FACTS, variables: 3, secrets: 2, changed_at: "2026-01-01T00:00:00Z", changed_by: "Ann" },
};

const eventOf = (changes: Partial<ListedEvent>): ListedEvent => ({
  id: 1,
  user_id: 1,
  project_id: 3,
  integration_id: null,
  object_id: 7,
  object_type: "environment",
  action: "updated",
  part: null,
  description: "Environment Live updated",
  created: "2026-01-01T00:00:00Z",
  object_name: "Live",
  project_name: "Shop",
  username: "ann",
  user_name: "Ann",
  ...changes,
});

type Shown = { resource: Resource; refs?: object; events?: ListedEvent[]; older?: string | null };

const markupOf = ({ resource, refs = {}, events = [], older = null }: Shown): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ConsoleProvider value={CONSOLE}>
        <ResourceDetails projectId={3} refs={{ ...NO_REFS, ...refs }} {...{ resource, events, older }} />
      </ConsoleProvider>
    </NextIntlClientProvider>,
  );

/** Without tags, so that a label is followed by its value. */
const textOf = (shown: Shown): string =>
  markupOf(shown)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("the page of a resource", () => {
  test.each([
    ["key", KEY, ["Type SSH Key", "ED25519 256", "SHA256:abc", "ann@laptop"]],
    ["repository", REPOSITORY, ["git@example.com:a.git", "Branch main", "Access key Deploy", "0123456789 Mend it"]],
    ["static inventory", inventoryOf("static", "web1", 1), ["Type Static", "Hosts 1"]],
    ["inventory in a file", inventoryOf("file", "hosts/live.ini", null), ["hosts/live.ini", "Hosts In a file"]],
    ["environment", ENVIRONMENT, ["Variables 3", "Secrets 2", "by Ann"]],
  ])("shows the facts of a %s", (_, resource, texts) => {
    for (const text of texts) expect(textOf({ resource })).toContain(text);
  });

  test("never shows the text of an inventory, which may hold passwords", () => {
    expect(markupOf({ resource: inventoryOf("static", "web1 password=canary", 1) })).not.toContain("canary");
  });

  test("has no branch for a repository that is used in place", () => {
    if (REPOSITORY.kind !== "repository") throw new Error("not a repository");
    const local = { ...REPOSITORY, item: { ...REPOSITORY.item, git_url: "/srv/code", git_branch: "" } };
    expect(textOf({ resource: local })).not.toContain("Branch");
  });

  test("marks a commit check that failed", () => {
    expect(textOf({ resource: REPOSITORY })).toContain(messages.status.error);
    if (REPOSITORY.kind !== "repository" || !REPOSITORY.facts) throw new Error("not a repository");
    const passed: Resource = { ...REPOSITORY, facts: { ...REPOSITORY.facts, check_failed: false } };
    expect(textOf({ resource: passed })).not.toContain(messages.status.error);
  });

  test("leads to what uses it, and says when nothing does", () => {
    expect(textOf({ resource: KEY })).toContain("Nothing uses it.");
    const refs = { repositories: [{ id: 5, name: "Code" }], templates: [{ id: 6, name: "Deploy shop" }] };
    const markup = markupOf({ resource: KEY, refs });
    expect(markup).toContain('href="/project/3/repositories/5"');
    expect(markup).toContain('href="/project/3/templates/6"');
    expect(markup).not.toContain("Nothing uses it.");
  });

  test("tells who changed what, to those who may know", () => {
    const changes = { "env.TZ": { sealed: true as const }, name: { from: "Old", to: "Live" } };
    const known = textOf({ resource: ENVIRONMENT, events: [eventOf({ ip: "127.0.0.1", changes })] });
    for (const text of ["Ann changed Live", "env.TZ changed (value not recorded)", "Old → Live"])
      expect(known).toContain(text);
    const unknown = textOf({ resource: ENVIRONMENT, events: [eventOf({ username: null, user_name: null })] });
    expect(unknown).toContain("Signalbox changed Live");
    expect(unknown).not.toContain("127.0.0.1");
  });

  test("links to older events only if there are any", () => {
    expect(markupOf({ resource: KEY, older: "?before=4" })).toContain('href="?before=4"');
    expect(textOf({ resource: KEY })).not.toContain("Older events");
    expect(textOf({ resource: KEY })).toContain("No changes recorded.");
  });
});
