import { violations } from "../axe";
import { expect, test, visit } from "../own-project";
import { LOOKS } from "../variants";
import { lockFromLaptop, storedState } from "./stored";

for (const { colorScheme, width } of LOOKS) {
  test(`states are accessible and fit the screen, ${colorScheme}, ${width} wide`, async ({ page, project }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const look = async (name: string, address: string) => {
      await visit(page, address);
      expect(await violations(page), name).toEqual([]);
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(isWider, `${name} is wider than the window`).toBe(false);
    };
    await look("list-empty", project.at("states"));
    const { id, at } = await storedState(project);
    const empty = await project.make("states", { name: "Not used yet ".repeat(8).trim(), kind: "pulumi" });
    await look("state-empty", project.at(`states/${empty.id}`));
    await look("state", `${at}?workspace=default`);
    await lockFromLaptop(page, project, id);
    await look("list", project.at("states"));
    await look("state-locked", `${at}?workspace=default`);
  });
}
