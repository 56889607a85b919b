import { box, expect, test, toast, visit } from "../own-project";

test("what a message lies over can be pressed, and the message can be closed", async ({ page, project }) => {
  await visit(page, project.at("settings"));
  await box(page, "Project name").fill(`${project.name} again`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const message = toast(page, "again");
  await expect(message).toBeVisible();
  const reached = await message.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(reached).toBe(false);
  await message.getByRole("button", { name: "Close" }).click();
  await expect(message).toHaveCount(0);
});
