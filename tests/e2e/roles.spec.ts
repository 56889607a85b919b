import type { Page } from "@playwright/test";
import { type Person, pageOf, type Team, team } from "./people";
import { expect, test } from "./product";

test.describe.configure({ mode: "serial" });

type Offer = { screen: string; button: string; to: Person[] };

const RUN: Person[] = ["owner", "manager", "task_runner", "admin"];
const MANAGE: Person[] = ["owner", "manager", "admin"];
const OWN: Person[] = ["owner", "admin"];

/** The buttons that each role sees on a project's screens. */
const OFFERS: Offer[] = [
  { screen: "templates", button: "New template", to: MANAGE },
  { screen: "templates", button: "Run", to: RUN },
  { screen: "schedule", button: "New schedule", to: MANAGE },
  { screen: "inventory", button: "New inventory", to: MANAGE },
  { screen: "inventory", button: "Delete", to: MANAGE },
  { screen: "environment", button: "New environment", to: MANAGE },
  { screen: "keys", button: "New key", to: MANAGE },
  { screen: "keys", button: "Delete", to: MANAGE },
  { screen: "repositories", button: "New repository", to: MANAGE },
  { screen: "states", button: "New state", to: MANAGE },
  { screen: "integrations", button: "New Integration", to: MANAGE },
  { screen: "team", button: "New team member", to: OWN },
];

const PEOPLE: Person[] = ["owner", "manager", "task_runner", "guest", "admin"];

let ours: Team;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  ours = await team(request, "Roles", { demo: true });
  await request.dispose();
});

const path = (screen: string) => `/project/${ours.project}/${screen}`;

async function statusOf(page: Page, address: string): Promise<number> {
  return (await page.goto(address))?.status() ?? 0;
}

for (const person of PEOPLE) {
  test(`the ${person} sees exactly what the role permits`, async ({ browser }) => {
    const page = await pageOf(browser, person, ours);
    for (const screen of new Set(OFFERS.map((offer) => offer.screen))) {
      await page.goto(path(screen));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      for (const { button, to } of OFFERS.filter((offer) => offer.screen === screen)) {
        const offered = page.getByRole("button", { name: button, exact: true }).first();
        if (to.includes(person)) await expect(offered, `${button} on ${screen}`).toBeAttached();
        else await expect(offered, `${button} on ${screen}`).toHaveCount(0);
      }
    }
    await page.context().close();
  });

  test(`the ${person} can open exactly the role's screens`, async ({ browser }) => {
    const page = await pageOf(browser, person, ours);
    await page.goto(path("history"));
    await expect(page.getByRole("link", { name: "Settings" })).toHaveCount(OWN.includes(person) ? 1 : 0);
    const [template] = await (await page.request.get(`/api${path("templates")}`)).json();
    expect(await statusOf(page, path("settings"))).toBe(OWN.includes(person) ? 200 : 404);
    expect(await statusOf(page, path(`templates/${template.id}/edit`))).toBe(MANAGE.includes(person) ? 200 : 404);
    for (const screen of ["/users", "/tasks", "/runners"]) {
      expect(await statusOf(page, screen), screen).toBe(person === "admin" ? 200 : 404);
    }
    await page.context().close();
  });
}

test("without permission to manage, integrations are listed without their URLs", async ({ browser }) => {
  const owner = await pageOf(browser, "owner", ours);
  const made = await owner.request.post(`/api${path("integrations")}`, { data: { name: "On push" } });
  const { id } = await made.json();
  await owner.request.post(`/api${path(`integrations/${id}/aliases`)}`);
  for (const [page, sees] of [
    [owner, true],
    [await pageOf(browser, "guest", ours), false],
  ] as const) {
    await page.goto(path("integrations"));
    await page.getByRole("link", { name: "On push" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "On push" })).toBeVisible();
    await expect(page.getByText(/\/api\/integrations\/[0-9a-f]{32}/)).toHaveCount(sees ? 1 : 0);
    await expect(page.getByText("are visible only to members who can manage this project")).toHaveCount(sees ? 0 : 1);
    await page.context().close();
  }
});

test("members leave a project, its owner cannot", async ({ browser }) => {
  for (const person of ["owner", "task_runner"] as const) {
    const page = await pageOf(browser, person, ours);
    await page.goto(path("team"));
    const leave = page.getByRole("button", { name: "Leave project", exact: true });
    if (person === "owner") await expect(leave).toBeDisabled();
    else await expect(leave).toBeEnabled();
    await page.context().close();
  }
});

test("a guest reads a task's log and sees no stop, rerun or confirm buttons", async ({ browser }) => {
  const runner = await pageOf(browser, "task_runner", ours);
  const templates = await (await runner.request.get(`/api${path("templates")}`)).json();
  const ping = templates.find(({ name }: { name: string }) => name === "Ping Site");
  await runner.goto(path(`templates/${ping.id}`));
  await runner.getByRole("button", { name: "Run", exact: true }).first().click();
  await runner.waitForURL(/[?&]t=\d+/);
  const id = new URL(runner.url()).searchParams.get("t");
  await expect(runner.getByRole("dialog").getByRole("button", { name: "Stop" })).toBeVisible();

  const guest = await pageOf(browser, "guest", ours);
  await guest.goto(`${path("history")}?t=${id}`);
  await expect(guest.getByRole("dialog").getByText("The site is up.")).toBeVisible();
  for (const name of ["Stop", "Confirm", "Rerun"]) {
    await expect(guest.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  expect((await guest.request.post(`/api${path(`tasks/${id}/stop`)}`)).status()).toBe(403);
  await runner.context().close();
  await guest.context().close();
});
