import { HttpSink, MailSink } from "../../notification/sinks";
import { violations } from "../axe";
import { test as base, expect, makeScript, pressInRow, rowOf, toast, visit } from "../own-project";
import { type Product, startProduct } from "../start";
import { THEMES } from "../variants";

type Sinks = { mail: MailSink; hook: HttpSink };

/** With its own product, because the shared one has no channels. */
const test = base.extend<object, Sinks & { product: Product }>({
  mail: [async ({ browser: _browser }, use) => lend(await MailSink.start(), use), { scope: "worker" }],
  hook: [async ({ browser: _browser }, use) => lend(await HttpSink.start(), use), { scope: "worker" }],
  product: [
    async ({ mail, hook }, use) => {
      const product = await startProduct({ env: channelsOf({ mail, hook }) });
      await use(product);
      await product.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ product }, use) => use(product.url),
});

async function lend<Sink extends { goAway: () => Promise<void> }>(sink: Sink, use: (sink: Sink) => Promise<void>) {
  await use(sink);
  await sink.goAway();
}

const channelsOf = ({ mail, hook }: Sinks) => ({
  SIGNALBOX_PUBLIC_URL: "http://signalbox.example.com",
  SIGNALBOX_OUTBOUND_ALLOW: "127.0.0.1",
  ...mail.settings(),
  SIGNALBOX_ALERT_WEBHOOK_URL: `${hook.url}/alerts`,
  SIGNALBOX_ALERT_WEBHOOK_SECRET: "a secret of some length",
});

test.describe.configure({ mode: "serial" });

test("a test message is sent through each channel, and the list shows it", async ({
  page,
  project: _project,
  mail,
  hook,
}) => {
  await visit(page, "/notifications");
  await expect(page.getByText("No alerts yet.")).toBeVisible();
  for (const channel of ["Email", "Webhook"]) {
    await page.getByRole("button", { name: `Send a test message by ${channel}` }).click();
    await expect(toast(page, "The test message is queued.").first()).toBeVisible();
    await expect(rowOf(page, channel)).toContainText("Test message");
    await expect(rowOf(page, channel)).toContainText("Sent");
  }
  expect(mail.received).toHaveLength(1);
  expect(hook.received).toHaveLength(1);
});

test("a rejected alert shows why, and Retry sends it", async ({ page, project, hook }) => {
  hook.mode = 503;
  hook.answerHeaders = { "retry-after": "600" };
  const settings = { id: project.id, name: project.name, alert: true, max_parallel_tasks: 0 };
  await page.request.put(`/api/project/${project.id}`, { data: settings });
  const { id } = await makeScript(project, "Breaks", "exit 3\n");
  await project.make("tasks", { template_id: id });
  await visit(page, "/notifications");
  const row = rowOf(page, "Breaks").filter({ hasText: "Webhook" });
  await expect(row).toContainText("Waiting to retry", { timeout: 30_000 });
  await expect(row).toContainText("The service returned an error (HTTP 503).");

  hook.mode = 200;
  await pressInRow(row, "Retry now");
  await expect(toast(page, "The alert will be sent again.")).toBeVisible();
  await expect(row).toContainText("Sent");
  await expect(row.getByRole("button", { name: "Retry now" })).toHaveCount(0);
  await row.getByRole("link").first().click();
  await expect(page.getByText("Failed", { exact: true }).first()).toBeVisible();
});

for (const colorScheme of THEMES) {
  test(`the screen fits a phone and has no accessibility violation, ${colorScheme}`, async ({
    page,
    project: _project,
  }) => {
    await page.emulateMedia({ colorScheme });
    await visit(page, "/notifications");
    await expect(rowOf(page, "Test message").first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
  });
}
