/** A byte order mark, without which Excel misreads what is not ASCII. */
export const CSV_START = "\uFEFF";

/** One line of RFC 4180. */
export const csvLine = (values: readonly string[]): string => `${values.map(csvCell).join(",")}\r\n`;

/** A spreadsheet would run what begins like a formula; the apostrophe makes it text. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
