/** Name of the cookie with the columns hidden in a table; the server reads it, so that nothing flashes. */
export const columnCookie = (tableKey: string): string => `columns_${tableKey}`;

/** Keys of the hidden columns; undefined when the reader has not chosen. */
export const readHidden = (value: string | undefined): string[] | undefined =>
  value === undefined ? undefined : value.split(".").filter((key) => key !== "");

const YEAR = 365 * 24 * 3600;

/** The cookie that remembers the choice, as document.cookie takes it. */
export const writeHidden = (tableKey: string, hidden: readonly string[]): string =>
  `${columnCookie(tableKey)}=${hidden.join(".")}; path=/; max-age=${YEAR}; samesite=lax`;
