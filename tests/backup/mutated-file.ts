import { dice, randomFile } from "./random-file";

const JUNK: unknown[] = [
  undefined,
  null,
  "",
  " ",
  "Gone",
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  ["x", 1, null],
  { a: { b: [1] } },
  "x".repeat(70_000),
  "\0\ud800",
  "../../etc",
  "/absolute",
  "-option",
  "{",
  '{"A":1}',
  '["a",2]',
  "ext::sh -c x",
  "https://a:b@example.com/x",
  "0 0 30 2 *",
  "deploy",
  "enum",
  "none",
];

type Holder = Record<string, unknown> | unknown[];
const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;

/** Every object and list in the file. */
const holdersIn = (value: unknown): Holder[] =>
  isHolder(value) ? [value, ...Object.values(value).flatMap(holdersIn)] : [];

/** A valid backup in which some values are others, gone, doubled or in another's place. */
export function mutatedFile(seed: number): Record<string, unknown> {
  const roll = dice(seed * 7919);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(roll() * items.length)] as Item;
  const file = structuredClone(randomFile(seed)) as unknown as Record<string, unknown>;
  for (let count = 1 + Math.floor(roll() * 12); count > 0; count--) {
    const holder = pick(holdersIn(file).filter((each) => Object.keys(each).length > 0));
    const [key, other] = [pick(Object.keys(holder)), pick(Object.keys(holder))];
    const value = pick([() => pick(JUNK), () => structuredClone(Reflect.get(holder, other)), () => pick(JUNK)])();
    if (Array.isArray(holder) && roll() < 0.3) holder.push(structuredClone(Reflect.get(holder, key)));
    else if (value === undefined && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
    else Reflect.set(holder, key, value);
  }
  return file;
}
