import { expect, test } from "vitest";
import { readEvent } from "@/components/event/read-event";
import type { ListedEvent } from "@/lib/event/schema";
import { BLANK_EVENT } from "./listed-event";

const AS_GUEST = { role: { from: null, to: "guest" } };

test.each<[string, Partial<ListedEvent>, [sentence: string, name: string, href: string | null]]>([
  ["Access Key Deploy created", { object_type: "key" }, ["created", "Deploy", "/project/4/keys?q=Deploy"]],
  [
    "Template ID 7 updated",
    { object_type: "template", object_name: "Nightly" },
    ["updated", "Nightly", "/project/4/templates/7"],
  ],
  ["Template ID 7 updated", { object_type: "template" }, ["updated", "#7", "/project/4/templates/7"]],
  ["Template ID 7 deleted", { object_type: "template", object_name: "Nightly" }, ["deleted", "Nightly", null]],
  ["Schedule ID 7 created", { object_type: "schedule" }, ["created", "#7", "/project/4/schedule"]],
  [
    "Repository file:///srv/code updated",
    { object_type: "repository", object_name: "Code" },
    ["updated", "Code", "/project/4/repositories?q=Code"],
  ],
  [
    "Integration On push created",
    { object_type: "integration", object_id: 7 },
    ["created", "On push", "/project/4/integration/7"],
  ],
  ["Project updated", { object_type: "project" }, ["updated", "Shop", "/project/4/history"]],
  ["Task ID 7 queued for running", { object_type: "task" }, ["queued", "#7", "/project/4/tasks/7"]],
  ["Task ID 7 (Back (up)) is running", { object_type: "task" }, ["running", "#7 Back (up)", "/project/4/tasks/7"]],
  ["Task ID 7 (Backup) finished - SUCCESS", { object_type: "task" }, ["succeeded", "#7 Backup", "/project/4/tasks/7"]],
  ["Task ID 7 (Backup) finished - ERROR", { object_type: "task" }, ["failed", "#7 Backup", "/project/4/tasks/7"]],
  ["Task ID 7 (Backup) finished - STOPPED", { object_type: "task" }, ["stopped", "#7 Backup", "/project/4/tasks/7"]],
  ["Task ID 7 is being force stopped", { object_type: "task" }, ["stopping", "#7", "/project/4/tasks/7"]],
  ["User joe created", { object_type: "user", project_id: null }, ["created", "joe", null]],
  [
    "Runner builder switched off",
    { object_type: "runner", object_name: "builder", project_id: null },
    ["switchedOff", "builder", null],
  ],
  [
    "User ID 7 added to team",
    { object_type: "user", object_name: "Joe" },
    ["memberAdded", "Joe", "/project/4/team?q=Joe"],
  ],
  [
    "User ID 7 added to team",
    { object_type: "user", object_name: "Joe", changes: AS_GUEST },
    ["memberAddedAs", "Joe", "/project/4/team?q=Joe"],
  ],
  [
    "Changed role for User ID 7",
    { object_type: "user", object_name: "Joe", changes: AS_GUEST },
    ["roleChangedTo", "Joe", "/project/4/team?q=Joe"],
  ],
  ["User ID 7 added to team", { object_type: "user" }, ["memberAdded", "#7", "/project/4/team"]],
  ["Changed role for User ID 7", { object_type: "user" }, ["roleChanged", "#7", "/project/4/team"]],
  ["User ID 7 removed from team", { object_type: "user", object_name: "Joe" }, ["memberRemoved", "Joe", null]],
  ["User ID 7 removed from team", { object_type: "user", user_id: 7, object_name: "Joe" }, ["memberLeft", "Joe", null]],
  ["Signed in", { object_type: "session", object_id: null, project_id: null }, ["signedIn", "", null]],
])("%s", (description, event, [sentence, name, href]) => {
  const role = event.changes === AS_GUEST ? "guest" : null;
  expect(readEvent({ ...BLANK_EVENT, description, ...event })).toEqual({ sentence, name, href, role });
});

test.each<[string, Partial<ListedEvent>]>([
  ["Views moved", {}],
  ["Host key of a.example forgotten", {}],
  ["Token laptop of State prod deleted", { object_type: "state", object_name: "prod" }],
  ["Integration Matcher branch deleted", { object_type: "integration" }],
  ["Integration Extract Value tag created", { object_type: "integration" }],
])("%s has no sentence of its own", (description, event) => {
  expect(readEvent({ ...BLANK_EVENT, description, ...event })).toBeNull();
});
