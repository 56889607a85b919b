/** Cookie name of a table's hidden columns; the server reads it, so that the columns don't flash. */
export const columnCookie = (tableKey: string): string => `columns_${tableKey}`;

/** Keys of the hidden columns; undefined if the user has not chosen any. */
export const readHidden = (value: string | undefined): string[] | undefined =>
  value === undefined ? undefined : value.split(".").filter((key) => key !== "");

const YEAR = 365 * 24 * 3600;

/** The cookie to store the choice, as document.cookie expects it. */
export const writeHidden = (tableKey: string, hidden: readonly string[]): string =>
  `${columnCookie(tableKey)}=${hidden.join(".")}; path=/; max-age=${YEAR}; samesite=lax`;
