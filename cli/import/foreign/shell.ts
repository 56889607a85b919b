/** A text as one word of a shell. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A text for use between double quotes. */
export const doubleQuoted = (text: string): string => text.replace(/["\\$`]/g, "\\$&");

/** Text as comment lines. */
export const comment = (text: string): string =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => `# ${line}`.trimEnd())
    .join("\n");

/** A script that bash runs, made of parts with blank lines between them. */
export const bashScript = (...parts: readonly string[]): string =>
  `${["#!/usr/bin/env bash", ...parts.filter((part) => part !== "")].join("\n\n")}\n`;
