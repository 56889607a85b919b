/** Whoever joins a project is told again what changed in it this long before, in milliseconds. */
export const CATCH_UP_MS = 10_000;
