import { readFileSync } from "node:fs";
import { z } from "zod";
import { isNetwork, isNetworkOrHost } from "@/lib/outbound/address";

const ON = ["1", "true", "yes", "on"];
const OFF = ["0", "false", "no", "off"];
const UNIT_MS = new Map([
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** `example` appears in error messages and docs/configuration.md; values of a `secret` setting are never printed. */
export const about = z.registry<{ example: string; secret?: true }>();

/** A text that passes `check`; `problem` continues a sentence that begins with the setting's name. */
export const textWhere = (check: (value: string) => boolean, problem: string) => z.string().refine(check, problem);

/** A token or shared secret that the administrator makes up. */
export const longSecret = textWhere((value) => value.length >= 16, "must have 16 characters or more");

export const wholeNumber = (least: number, most: number) =>
  textWhere(
    (value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
    `must be a whole number from ${least} to ${most}`,
  ).transform(Number);

export const onOff = textWhere((value) => [...ON, ...OFF].includes(value.toLowerCase()), "must be on or off").transform(
  (value) => ON.includes(value.toLowerCase()),
);

/** A text such as 45s, 30m, 24h or 7d, in milliseconds. */
export const duration = textWhere(
  (value) => /^[1-9]\d{0,5}[smhd]$/.test(value),
  "must be a time such as 45s, 30m, 24h or 7d",
).transform((value) => Number.parseInt(value, 10) * (UNIT_MS.get(value.slice(-1)) ?? 0));

/** A file path, replaced by the file's content. */
export const contentOfFile = z.string().transform((path, context) => {
  try {
    return readFileSync(path.trim(), "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    context.addIssue({ code: "custom", message: `must be a file that can be read (${reason})` });
    return z.NEVER;
  }
});

/** An http(s) URL without a path, as an origin (no trailing slash). */
export const webOrigin = textWhere(isOrigin, "must be an http:// or https:// address without a path").transform(
  (value) => new URL(value).origin,
);

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, pathname, search, username } = new URL(value);
  return ["http:", "https:"].includes(protocol) && pathname === "/" && search === "" && username === "";
}

/** An http(s) URL, with or without a path. */
export const webAddress = textWhere(isWebAddress, "must be an http:// or https:// address");

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ["http:", "https:"].includes(new URL(value).protocol);
}

const commaSeparated = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Comma-separated options such as `tofu:-target=`, by application; a trailing `=` means the option takes a value. */
export const appOptions = commaSeparated
  .refine(
    (parts) => parts.every((part) => /^(ansible|terraform|tofu|pulumi):--?[a-z][a-z-]*=?$/i.test(part)),
    "must be options such as tofu:-target= or ansible:--become, with commas between",
  )
  .transform((parts) => {
    const options = new Map<string, string[]>();
    for (const part of parts) {
      const [app = "", option = ""] = part.split(":");
      options.set(app, [...(options.get(app) ?? []), option]);
    }
    return options;
  });

/** Comma-separated addresses and CIDR networks. */
export const networks = commaSeparated.refine(
  (parts) => parts.every(isNetwork),
  "must be addresses or networks such as 10.0.0.0/8, with commas between",
);

/** Comma-separated addresses, CIDR networks and host names. */
export const networksOrHosts = commaSeparated.refine(
  (parts) => parts.every(isNetworkOrHost),
  "must be networks such as 10.0.0.0/8 or host names, with commas between",
);
