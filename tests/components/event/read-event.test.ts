import { expect, test } from "vitest";
import { readEvent } from "@/components/event/read-event";
import type { ListedEvent } from "@/lib/event/schema";
import { EVENT_ACTIONS } from "@/lib/protocol/event-action";
import english from "@/messages/en.json";
import { BLANK_EVENT } from "./listed-event";

const AS_GUEST = { role: { from: null, to: "guest" } };

test.each<[Partial<ListedEvent>, [sentence: string, name: string, href: string | null]]>([
  [{ action: "created", object_type: "key", object_name: "Deploy" }, ["created", "Deploy", "/project/4/keys/7"]],
  [
    { action: "updated", object_type: "template", object_name: "Nightly" },
    ["updated", "Nightly", "/project/4/templates/7"],
  ],
  [{ action: "updated", object_type: "template" }, ["updated", "#7", "/project/4/templates/7"]],
  [{ action: "deleted", object_type: "template", object_name: "Nightly" }, ["deleted", "Nightly", null]],
  [
    { action: "created", object_type: "schedule", object_name: "At noon" },
    ["created", "At noon", "/project/4/schedule?q=At+noon"],
  ],
  [{ action: "created", object_type: "schedule" }, ["created", "#7", "/project/4/schedule"]],
  [
    { action: "updated", object_type: "repository", object_name: "Code" },
    ["updated", "Code", "/project/4/repositories/7"],
  ],
  [
    { action: "created", object_type: "integration", object_name: "On push" },
    ["created", "On push", "/project/4/integration/7"],
  ],
  [{ action: "created", object_type: "view", object_name: "Web" }, ["created", "Web", "/project/4/views/7/templates"]],
  [{ action: "updated", object_type: "project", object_id: 4, object_name: "Shop" }, ["updated", "Shop", "/project/4"]],
  [{ action: "stopping", object_type: "task" }, ["stopping", "#7", "/project/4/tasks/7"]],
  [
    { action: "running", object_type: "task", object_name: "Back (up)" },
    ["running", "#7 Back (up)", "/project/4/tasks/7"],
  ],
  [{ action: "created", object_type: "user", object_name: "joe", project_id: null }, ["created", "joe", null]],
  [
    { action: "switchedOff", object_type: "runner", object_name: "builder", project_id: null },
    ["switchedOff", "builder", null],
  ],
  [{ action: "switchedOn", object_type: "app", object_id: null, object_name: "bash" }, ["switchedOn", "bash", null]],
  [{ action: "memberAdded", object_type: "user", object_name: "Joe" }, ["memberAdded", "Joe", "/project/4/team?q=Joe"]],
  [
    { action: "memberAdded", object_type: "user", object_name: "Joe", changes: AS_GUEST },
    ["memberAddedAs", "Joe", "/project/4/team?q=Joe"],
  ],
  [
    { action: "roleChanged", object_type: "user", object_name: "Joe", changes: AS_GUEST },
    ["roleChangedTo", "Joe", "/project/4/team?q=Joe"],
  ],
  [{ action: "roleChanged", object_type: "user" }, ["roleChanged", "#7", "/project/4/team"]],
  [{ action: "memberRemoved", object_type: "user", object_name: "Joe" }, ["memberRemoved", "Joe", null]],
  [{ action: "memberRemoved", object_type: "user", user_id: 7, object_name: "Joe" }, ["memberLeft", "Joe", null]],
  [{ action: "signedIn", object_type: "session", object_id: null, project_id: null }, ["signedIn", "", null]],
])("%j", (event, [sentence, name, href]) => {
  const role = event.changes === AS_GUEST ? "guest" : null;
  expect(readEvent({ ...BLANK_EVENT, ...event })).toEqual({ sentence, name, href, role, part: "" });
});

test("what happened to a part is not said of the whole", () => {
  const read = (event: Partial<ListedEvent>) =>
    readEvent({ ...BLANK_EVENT, object_type: "integration", object_name: "On push", ...event });
  expect(read({ action: "deleted", part: { type: "matcher", name: "branch" } })).toMatchObject({
    sentence: "matcherDeleted",
    name: "On push",
    href: "/project/4/integration/7",
    part: "branch",
  });
  expect(read({ action: "created", part: { type: "value", name: "tag" } })?.sentence).toBe("valueCreated");
  expect(read({ action: "created", part: { type: "token", name: "laptop" } })?.sentence).toBe("tokenCreated");
  expect(read({ action: "created", part: { type: "alias", name: "" } })?.sentence).toBe("aliasCreated");
  expect(read({ action: "running", part: { type: "token", name: "laptop" } })).toBeNull();
});

test("without an action there is no sentence, whatever the text says", () => {
  for (const description of ["Views moved", "Access Key Deploy created", "Task ID 7 (Backup) finished - SUCCESS"])
    expect(readEvent({ ...BLANK_EVENT, object_type: "task", description })).toBeNull();
});

test("every action has a sentence", () => {
  expect(EVENT_ACTIONS.filter((action) => !(action in english.event.sentences))).toEqual([]);
});
