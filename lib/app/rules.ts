/**
 * What may stand in for an application's command. A relative path would be looked for in the checkout, where whoever
 * may push could put a program of their own.
 */
export const isCommand = (path: string): boolean =>
  /^\/[^\p{Cc}]*[^\p{Cc}/]$/u.test(path) || /^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/.test(path);
