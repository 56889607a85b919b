import { parseJson } from "@/lib/protocol/json-text";

/** No log line is as long; more would fill the memory. */
const MAX_OBJECT_CHARACTERS = 64 * 1024 * 1024;

/** The objects of a JSON array that is too long to keep, one after the other. Throws if the text ends early. */
export async function* jsonObjects(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  const scanner = new Scanner();
  for await (const bytes of body) yield* scanner.push(decoder.decode(bytes, { stream: true }));
  if (!scanner.isDone) throw new Error("the answer ends early");
}

class Scanner {
  private depth = 0;
  private inText = false;
  private isEscaped = false;
  /** The object that has begun in an earlier part of the text. */
  private begun = "";

  get isDone(): boolean {
    return this.depth === 0;
  }

  *push(text: string): Generator<unknown> {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const found = this.read(text[at] ?? "");
      if (found === "opened") start = at;
      if (found !== "closed") continue;
      yield parseJson(this.begun + text.slice(start, at + 1));
      this.begun = "";
    }
    if (this.depth > 1) this.begun += text.slice(start);
    if (this.begun.length > MAX_OBJECT_CHARACTERS) throw new Error("an object of the answer is too long");
  }

  /** Whether an object of the array begins or ends with this character. */
  private read(character: string): "opened" | "closed" | null {
    if (this.inText) this.readText(character);
    else if (character === '"') this.inText = true;
    else if (character === "[" || character === "{") return ++this.depth === 2 ? "opened" : null;
    else if (character === "]" || character === "}") return --this.depth === 1 ? "closed" : null;
    return null;
  }

  private readText(character: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (character === "\\") this.isEscaped = true;
    else if (character === '"') this.inText = false;
  }
}
