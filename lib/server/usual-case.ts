import { ServerResponse } from "node:http";

const UNUSUAL: Readonly<Record<string, string>> = { etag: "ETag", "www-authenticate": "WWW-Authenticate" };
const known = new Map<string, string>();

/** `set-cookie` as `Set-Cookie`. */
function usualCase(name: string): string {
  const usual = known.get(name) ?? UNUSUAL[name] ?? name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
  known.set(name, usual);
  return usual;
}

/**
 * Writes header names as they are usually written. Headers holds them in lower case, which means the same, but scripts
 * search responses for `Set-Cookie:`. Once a header is set, writeHead sets its own by these methods as well.
 */
export class UsualCaseResponse extends ServerResponse {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    return super.setHeader(usualCase(name), value);
  }

  override appendHeader(name: string, value: string | readonly string[]): this {
    return super.appendHeader(usualCase(name), value);
  }
}
