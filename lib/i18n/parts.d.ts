/** The texts that most screens show at once, and all others: scripts/texts.mjs. */
declare module "*.json?first" {
  const texts: import("next-intl").Messages;
  export default texts;
}

declare module "*.json?more" {
  const texts: import("next-intl").Messages;
  export default texts;
}
