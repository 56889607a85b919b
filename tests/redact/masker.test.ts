import { execFileSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Masker } from "@/lib/redact/masker";
import { needlesFor } from "@/lib/redact/needles";

/** The masked text when it arrives in pieces cut at random places. */
function maskInPieces(masker: Masker, text: Buffer): string {
  const stream = masker.stream();
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    const size = randomInt(1, 1 + Math.min(randomInt(1, 64), text.length - at));
    parts.push(Buffer.from(stream.push(text.subarray(at, at + size))));
    at += size;
  }
  return Buffer.concat([...parts, stream.end()]).toString();
}

const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => pick([...alphabet])).join("");

describe("masking", () => {
  const secret = 'S3cr"t & <päss> word/42+x';
  const masker = new Masker([secret]);

  test.each([
    ["unchanged", secret],
    ["base64", Buffer.from(secret).toString("base64")],
    ["base64, shifted by one byte", Buffer.from(`a${secret}`).toString("base64")],
    ["base64, shifted by two bytes", Buffer.from(`ab${secret}\n`).toString("base64")],
    ["base64url", Buffer.from(`u:${secret}`).toString("base64url")],
    ["URL", encodeURIComponent(secret)],
    ["URL-encoded in lower case", encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())],
    ["form", new URLSearchParams({ a: secret }).toString().slice(2)],
    ["JSON", JSON.stringify({ password: secret })],
    ["JSON of Python", JSON.stringify(secret).replace("ä", "\\u00e4")],
    ["XML", secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
    ["hex", Buffer.from(secret).toString("hex")],
    ["hex in upper case", Buffer.from(secret).toString("hex").toUpperCase()],
    ["Python's quote(), which keeps slashes", encodeURIComponent(secret).replaceAll("%2F", "/")],
    ["URL-encoded in part", secret.replaceAll("&", "%26").replaceAll(" ", "+").replaceAll('"', "%22")],
    [
      "html.escape() of Python",
      secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&#34;"),
    ],
    ["JSON inside JSON", JSON.stringify(JSON.stringify(secret))],
    ["JSON three deep", JSON.stringify(JSON.stringify(JSON.stringify(secret)))],
    [
      "JSON of Go",
      JSON.stringify(secret).replaceAll("&", "\\u0026").replaceAll("<", "\\u003c").replaceAll(">", "\\u003e"),
    ],
    ["hex in pairs", (Buffer.from(secret).toString("hex").match(/../g) ?? []).join(" ")],
    ["hex with colons", (Buffer.from(secret).toString("hex").match(/../g) ?? []).join(":")],
  ])("hides a secret written %s", (_, written) => {
    const masked = masker.mask(`before ${written} after`);
    expect(masked).toMatch(/^before .*\*\*\*\*.* after$/);
    // At most two or three characters remain next to the mask, which base64 shares with neighbouring bytes.
    expect(masked.length).toBeLessThan("before  after".length + 30);
    expect(masked).not.toContain(written.slice(3, -4));
  });

  test("hides each line of a private key, with any line ends", () => {
    const body = Array.from({ length: 5 }, () => randomBytes(48).toString("base64"));
    const key = ["-----BEGIN PRIVATE KEY-----", ...body, "-----END PRIVATE KEY-----", ""].join("\n");
    const masked = new Masker([key]).mask(`x\r\n${key.replaceAll("\n", "\r\n  ")}\r\ny`);
    for (const line of body) expect(masked).not.toContain(line);
    expect(masked).toMatch(/^x\r\n\*\*\*\*\r\n/);
  });

  test("hides a long secret in base64 that is wrapped", () => {
    const long = randomBytes(300).toString("latin1").replaceAll("\n", "n").replaceAll("\r", "r");
    const wrapped =
      Buffer.from(long)
        .toString("base64")
        .match(/.{1,76}/g) ?? [];
    const masked = new Masker([long]).mask(wrapped.join("\n"));
    for (const line of wrapped.slice(0, -1)) expect(masked).not.toContain(line);
  });

  const tool = (command: string, input: string) => execFileSync("sh", ["-c", command], { input }).toString();
  const alphanumeric = "correctHorseBatteryStaple0123456789correctHorseBatteryStaple";

  describe.each([
    ["base64 after a prefix", "base64"],
    ["base64 of 64 columns", "openssl base64"],
    ["xxd -p", "xxd -p"],
    ["od", "od -An -v -tx1"],
    ["base64 in an indented block", "base64 | sed 's/^/    /'"],
    ["base64 with Windows line ends", "base64 | sed 's/$/\\r/'"],
    ["base64 as a JSON string", "base64 | sed -z 's/\\n/\\\\n/g'"],
    ["base64 as an Ansible list", `base64 | sed 's/.*/        "&",/'`],
  ])("a long secret in %s", (_, command) => {
    test.each([0, 1, 2, 30, 31, 55, 56, 57, 58])("is masked %i bytes into the text", (shift) => {
      const written = tool(command, `${"p".repeat(shift)}${alphanumeric}`);
      const masked = maskInPieces(new Masker([alphanumeric]), Buffer.from(`before\n${written}\nafter`));
      expect(masked).toMatch(/^before\n[\s\S]*\*\*\*\*[\s\S]*after$/);
      const digits = (text: string) => text.replace(/[^A-Za-z0-9+/]/g, "");
      // What remains: the prefix, and two digits at the border that share bits of the secret and its neighbours.
      const prefix = digits(tool(command, "p".repeat(shift))).length;
      expect(digits(masked).length).toBeLessThanOrEqual("beforeafter".length + prefix + 12);
    });
  });

  test("doesn't hold a line back because it ends like the start of a secret", () => {
    const stream = new Masker(["hunter2-hunter2"]).stream();
    for (const line of ["some words a\n", "50%\n", "C:\\\\\n", "a & b\n", "1 2 3 6\n", "prefix aHVu\n"]) {
      expect(stream.push(Buffer.from(line)).toString(), line).toBe(line);
    }
  });

  test("leaves text with escapes and gaps unchanged", () => {
    const text = "100% of C:\\new\\table &amp; 61 62 63 %zz \\u12 &bogus; &#x41; \\\n";
    expect(maskInPieces(new Masker(["hunter2-hunter2", "abcdef"]), Buffer.from(text))).toBe(text);
  });

  test("leaves secrets of less than four characters and all other text unchanged", () => {
    expect(new Masker(["abc", ""]).mask("abc abcd")).toBe("abc abcd");
    expect(new Masker([]).mask("nothing to hide ****")).toBe("nothing to hide ****");
  });

  test("writes one mask for overlapping secrets, and continues right after them", () => {
    expect(new Masker(["abcdef", "defghi", "defg"]).mask("<abcdefghi>")).toBe("<****>");
    expect(new Masker(["aaaa"]).mask(`<${"a".repeat(1001)}>`)).toBe("<****>");
    expect(new Masker(["word"]).mask("wordword-word")).toBe("********-****");
  });

  test("only holds back a possible start of a secret", () => {
    const stream = new Masker(["hunter2"]).stream();
    expect(stream.push(Buffer.from("all of this hun")).toString()).toBe("all of this ");
    expect(stream.push(Buffer.from("ger\n")).toString()).toBe("hunger\n");
    expect(stream.push(Buffer.from("line\n")).toString()).toBe("line\n");
    expect(stream.push(Buffer.from("hunt")).toString()).toBe("");
    expect(stream.end().toString()).toBe("hunt");
  });

  test("passes bytes that are not text", () => {
    const bytes = randomBytes(10_000);
    const stream = new Masker(["never in there, I hope"]).stream();
    expect(Buffer.concat([stream.push(bytes), stream.end()]).equals(bytes)).toBe(true);
  });
});

describe("masking at random", () => {
  test("no secret survives, however secrets overlap and the stream is split; and splitting changes nothing", () => {
    for (let round = 0; round < 400; round++) {
      const alphabet = pick(["ab", "abc", "abcdefgh"]);
      const secrets = Array.from({ length: randomInt(1, 6) }, () => randomText(alphabet, randomInt(4, 12)));
      const masker = new Masker(secrets);
      const parts = Array.from({ length: randomInt(1, 20) }, () => {
        const secret = pick(secrets);
        return pick([
          secret,
          secret.slice(0, randomInt(1, secret.length)),
          secret.slice(1),
          randomText(alphabet, 5),
          "\n",
          "|",
        ]);
      });
      const text = Buffer.from(parts.join(""));
      const masked = maskInPieces(masker, text);
      for (const secret of secrets) expect(masked, `${secrets} in ${text}`).not.toContain(secret);
      expect(masked).toBe(masker.mask(text.toString()));
    }
  });

  test("every form of a random secret is found within other text", () => {
    for (let round = 0; round < 50; round++) {
      const secret = randomBytes(randomInt(4, 80)).toString(pick(["latin1", "base64"] as const));
      const masker = new Masker([secret]);
      const { plain, encoded } = needlesFor([secret]);
      for (const needle of [...plain, ...encoded]) {
        const masked = maskInPieces(masker, Buffer.concat([Buffer.from("<<"), needle, Buffer.from(">>")]));
        expect(masked).not.toContain(needle.toString());
      }
    }
  });
});
