import { expect, test } from "vitest";
import { jsonObjects } from "@/cli/api/json-objects";

async function* parts(bytes: Buffer, ...at: number[]) {
  for (const [index, end] of [...at, bytes.length].entries()) yield bytes.subarray(at[index - 1] ?? 0, end);
}

async function objectsOf(bytes: Buffer, ...at: number[]): Promise<unknown[]> {
  const objects: unknown[] = [];
  for await (const object of jsonObjects(parts(bytes, ...at))) objects.push(object);
  return objects;
}

const TRICKY = [
  { output: 'a "quoted" } and a ] and a \\ at the end\\' },
  { output: "{[\u001b[32m", nested: { list: [1, [2], { deep: "}" }] } },
  {},
  { output: "größer 👩‍🚒" },
];

test("objects are found wherever the text is cut, also within a character or an escape", async () => {
  for (const text of [JSON.stringify(TRICKY), `${JSON.stringify(TRICKY, null, 2)}\n`]) {
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at++) expect(await objectsOf(bytes, at)).toEqual(TRICKY);
    expect(await objectsOf(bytes, ...bytes.keys())).toEqual(TRICKY);
  }
});

test.each(["", "null", "[]", " [ ]\n"])("%j has no objects", async (text) => {
  expect(await objectsOf(Buffer.from(text))).toEqual([]);
});

test("a text that ends early is an error, after the objects before", async () => {
  const found: unknown[] = [];
  const read = async () => {
    for await (const object of jsonObjects(parts(Buffer.from('[{"a":1},{"a"')))) found.push(object);
  };
  await expect(read()).rejects.toThrow("ends early");
  expect(found).toEqual([{ a: 1 }]);
});
