/** What stands in HCL's native syntax at one level: enough to find blocks by their type, no expressions. */
export type Block = {
  type: string;
  labels: string[];
  /** Values that are plain text; null: anything else, which only the tool can evaluate. */
  settings: Record<string, string | null>;
  /** Values that are one word, such as `true` or the name of a type. */
  words: Record<string, string>;
  blocks: Block[];
};

/** The text is not HCL, as far as brackets, quotes and heredocs go. `at`: where, in characters from its beginning. */
export class NotHcl extends Error {
  override name = "NotHcl";

  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

type Token = { at: number } & (
  | { kind: "word" | "mark"; text: string }
  /** `text` is null where an interpolation is part of it. */
  | { kind: "text"; text: string | null }
  | { kind: "line" }
);

/** A bracket that is still open. */
type Open = { closing: string; at: number };

/** What the scanner is inside of; an interpolation is code again, with brackets of its own. */
type Mode = { at: number } & ({ kind: "code"; open: Open[] } | { kind: "quote" } | { kind: "heredoc"; marker: string });

const WORD = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const SPACE = /(?:[^\S\n]|\ufeff)+|(?:#|\/\/)[^\n]*|\/\*[\s\S]*?\*\//uy;
const HEREDOC = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n/uy;
const QUOTED = /[^"\\$%\n]+|\\.|\$\$\{|%%\{|[$%](?!\{)/uy;
const UNQUOTED = /[^$%\n]+|\$\$\{|%%\{|[$%](?!\{)|\n/uy;
const INTERPOLATION = /[$%]\{/uy;
const QUOTE = /"/uy;
const MARKER_LINE = /[^\S\n]*([\p{ID_Start}_][\p{ID_Continue}-]*)[^\S\n]*(?=\n|$)/uy;
const CLOSING: Record<string, string> = { "{": "}", "[": "]", "(": ")" };

/** The top-level blocks of a file. Throws NotHcl. */
export function readBlocks(source: string): Block[] {
  const tokens = new Scanner(source).scan();
  const [body] = readBody(tokens, 0, 0);
  return body.blocks;
}

class Scanner {
  private at = 0;
  private readonly tokens: Token[] = [];
  private readonly modes: Mode[] = [];
  private mode: Mode = { kind: "code", open: [], at: 0 };
  /** Content of the outermost text under way; null if it is not plain text. */
  private text: string | null = "";

  constructor(private readonly source: string) {}

  scan(): Token[] {
    while (this.at < this.source.length) {
      if (this.mode.kind === "code") this.code(this.mode.open);
      else if (this.mode.kind === "quote") this.quote();
      else this.heredoc(this.mode.marker);
    }
    const { mode } = this;
    const open = mode.kind === "code" ? mode.open.at(-1) : mode;
    if (open || this.modes.length > 0) throw new NotHcl("what begins there does not end", (open ?? mode).at);
    return this.tokens;
  }

  private code(open: Open[]): void {
    if (this.take(SPACE) !== null) return;
    const { at } = this;
    const word = this.take(WORD);
    const heredoc = word === null ? this.take(HEREDOC) : null;
    if (word !== null) this.add({ kind: "word", text: word[0], at });
    else if (heredoc !== null) this.enter({ kind: "heredoc", marker: heredoc[1] ?? "", at });
    else this.mark(this.source[this.at++] ?? "", open, at);
  }

  private mark(char: string, open: Open[], at: number): void {
    if (char === '"') this.enter({ kind: "quote", at });
    else if (char === "}" && open.length === 0 && this.modes.length > 0) this.leave();
    else {
      if (char in CLOSING) open.push({ closing: CLOSING[char] ?? "", at });
      else if ("}])".includes(char) && open.pop()?.closing !== char) throw new NotHcl(`a ${char} closes nothing`, at);
      this.add(char === "\n" ? { kind: "line", at } : { kind: "mark", text: char, at });
    }
  }

  private quote(): void {
    const plain = this.take(QUOTED);
    if (plain !== null) this.append(plain[0]);
    else if (this.take(INTERPOLATION) !== null) this.interpolate();
    else if (this.take(QUOTE) !== null) this.leave();
    else throw new NotHcl("a quote is not closed", this.at);
  }

  /** Piece by piece; only a line of its own is the marker. */
  private heredoc(marker: string): void {
    const line = this.source[this.at - 1] === "\n" ? this.take(MARKER_LINE) : null;
    if (line?.[1] === marker) {
      this.leave();
      return;
    }
    if (line) this.at -= line[0].length;
    if (this.take(UNQUOTED) === null && this.take(INTERPOLATION) !== null) this.interpolate();
  }

  private interpolate(): void {
    this.text = null;
    this.enter({ kind: "code", open: [], at: this.at });
  }

  private enter(mode: Mode): void {
    if (this.isOutside) this.text = mode.kind === "quote" ? "" : null;
    this.modes.push(this.mode);
    this.mode = mode;
  }

  private leave(): void {
    this.mode = this.modes.pop() ?? this.mode;
    const { text, at } = this;
    if (this.isOutside) this.add({ kind: "text", text: text === null ? null : plainText(text), at });
  }

  /** In no text, so that what comes is part of the file's own structure. */
  private get isOutside(): boolean {
    return this.modes.length === 0;
  }

  private add(token: Token): void {
    if (this.isOutside) this.tokens.push(token);
  }

  private append(plain: string): void {
    if (this.modes.length === 1 && this.text !== null) this.text += plain;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (match) this.at = pattern.lastIndex;
    return match;
  }
}

const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

const plainText = (quoted: string): string =>
  quoted.replace(
    /\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\(.)|([$%])\4\{/g,
    (_, short?: string, long?: string, char?: string, sign?: string) => {
      if (sign !== undefined) return `${sign}{`;
      return char === undefined ? character(Number.parseInt(short ?? long ?? "", 16)) : (ESCAPED[char] ?? char);
    },
  );

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : "");

type Body = Pick<Block, "settings" | "words" | "blocks">;

/** Blocks are of interest down to those inside of `terraform`; what lies deeper is skipped by its brackets. */
const DEEPEST = 2;

function readBody(tokens: Token[], start: number, depth: number): [Body, next: number] {
  const body: Body = { settings: {}, words: {}, blocks: [] };
  let at = start;
  while (at < tokens.length && !isMark(tokens[at], "}")) {
    const token = tokens[at];
    if (token?.kind === "line") at += 1;
    else if (token?.kind === "word") at = readItem(tokens, at, depth, body);
    else throw new NotHcl("a name is missing", token?.at ?? 0);
  }
  return [body, at + 1];
}

/** A setting or a block, by what follows its name; resolves where the next one may begin. */
function readItem(tokens: Token[], start: number, depth: number, body: Body): number {
  const [type = "", ...labels] = headOf(tokens, start);
  const at = start + 1 + labels.length;
  if (isMark(tokens[at], "{")) {
    if (depth >= DEEPEST) return skip(tokens, at);
    const [inner, next] = readBody(tokens, at + 1, depth + 1);
    body.blocks.push({ type, labels, ...inner });
    return next;
  }
  const equals = isMark(tokens[at], "=");
  if (!equals || labels.length > 0)
    throw new NotHcl(`${type} is neither a setting nor a block`, tokens[start]?.at ?? 0);
  const end = skip(tokens, at + 1);
  const value = end === at + 2 ? tokens[at + 1] : undefined;
  body.settings[type] = value?.kind === "text" ? value.text : null;
  if (value?.kind === "word") body.words[type] = value.text;
  return end;
}

function headOf(tokens: Token[], start: number): string[] {
  const rest = tokens.slice(start, start + 10);
  const end = rest.findIndex((token) => token.kind !== "word" && token.kind !== "text");
  return rest.slice(0, end === -1 ? rest.length : end).map((token) => ("text" in token ? (token.text ?? "") : ""));
}

/** Past an expression, or past a body in brackets: to the end of its line, or to the bracket that closes what is around it. */
function skip(tokens: Token[], start: number): number {
  let open = 0;
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === "line" && open === 0) return at;
    if (token?.kind !== "mark") continue;
    if (token.text in CLOSING) open += 1;
    if (!"}])".includes(token.text)) continue;
    if (open === 0) return at;
    open -= 1;
  }
  return tokens.length;
}

const isMark = (token: Token | undefined, text: string): boolean => token?.kind === "mark" && token.text === text;
