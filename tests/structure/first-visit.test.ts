import { expect, test } from "vitest";
import { browserModules } from "./browser-modules";

/** Large, and needed only after an interaction. */
const LATER =
  /^(zod|recharts|@xyflow|radix-ui\/(select|dialog|dropdown-menu|popover|tooltip|switch)|cmdk|sonner|react-hook-form|@codemirror)/;

const SCREENS = ["templates", "history", "schedule", "inventory", "environment", "keys", "repositories", "states"]
  .concat(["drift", "runners", "integrations", "team", "activity", "active"])
  .map((name) => `project/[projectId]/${name}`)
  .concat(["users", "runners", "apps", "tasks", "notifications", "events", "system"].map((name) => `(global)/${name}`));

test.each(SCREENS)("a first visit of %s loads no code of forms, dialogs and charts", (screen) => {
  const found = ["layout", "project/[projectId]/layout", `${screen}/page`]
    .flatMap((name) => [...browserModules(`app/(console)/${name}.tsx`)])
    .flatMap(({ path, packages }) => packages.filter((name) => LATER.test(name)).map((name) => `${path}: ${name}`));
  expect([...new Set(found)]).toEqual([]);
});
