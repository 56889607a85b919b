/** Nouns by level: one may import those of the levels before its own, never of its own or later ones. */
export const NOUN_LEVELS = [
  ["event"],
  ["session"],
  ["user"],
  ["oidc", "ldap"],
  ["sign-in"],
  ["project", "member", "filter"],
  ["key", "view"],
  ["repository"],
  ["inventory", "environment"],
  ["app", "runner"],
  ["queue"],
  ["option"],
  ["state"],
  ["drift", "workflow"],
  ["template"],
  ["notification"],
  ["probe"],
  ["task"],
  ["schedule", "integration"],
  ["statistics"],
  ["backup"],
  ["system"],
];

const NOUNS = NOUN_LEVELS.flat();

const NOUN = `(?:${NOUNS.join("|")})`;

/** The browser-safe part of the pipeline. */
const SHARED = `lib/client/client$|lib/operation/(?:result|fields|id|refs|media-type|csv|warnings)$|lib/access/(?:roles|sign-in-path)$|lib/protocol/|lib/i18n/|messages/`;
const BROWSER_SAFE = `lib/${NOUN}/(?:schema|rules)(?:$|/)`;

type Zone = { name: string; files: RegExp; may: RegExp; packages?: RegExp };

/**
 * README.md has a row for each. The first zone that fits a file says what it may import: paths below the root (`may`) and
 * packages (all, if not said).
 */
export const ZONES: Zone[] = [
  { name: "lib/protocol", files: /^lib\/protocol\//, may: /^lib\/protocol\//, packages: /^zod$/ },
  {
    name: "lib/<noun>/{schema,rules}",
    files: new RegExp(`^lib/${NOUN}/(?:schema|rules)(?:\\.ts|/)`),
    may: new RegExp(`^(?:${SHARED}|${BROWSER_SAFE}|lib/operation/errors$)`),
    packages: /^(zod|croner|@marcbachmann\/cel-js|yaml)$/,
  },
  {
    name: "app",
    files: /^app\//,
    may: new RegExp(
      `^(?:app/|components/|${SHARED}|${BROWSER_SAFE}|lib/${NOUN}/(?:operations|actions|.*operations|.*routes)$|lib/operation/|lib/access/|lib/settings/version$)`,
    ),
  },
  {
    name: "components",
    files: /^components\//,
    may: new RegExp(`^(?:components/|${SHARED}|${BROWSER_SAFE}|lib/${NOUN}/actions$)`),
  },
  // Types alone: the table of routes, and what an endpoint says of itself.
  { name: "lib/client", files: /^lib\/client\//, may: /^lib\/(?:client\/|operation\/endpoint$)/, packages: /^zod$/ },
  { name: "lib/access", files: /^lib\/access\//, may: /^(?:db\/|lib\/(?:access|secret|protocol)\/)/ },
  { name: "lib/secret", files: /^lib\/secret\//, may: /^(?:db\/columns$|lib\/(?:secret|settings)\/)/ },
  { name: "lib/process", files: /^lib\/process\//, may: /^lib\/process\//, packages: /^node:/ },
  { name: "lib/redact", files: /^lib\/redact\//, may: /^lib\/(?:redact|protocol)\//, packages: /^node:/ },
  { name: "lib/outbound", files: /^lib\/outbound\//, may: /^lib\/outbound\//, packages: /^node:/ },
  {
    name: "lib/settings",
    files: /^lib\/settings\//,
    may: /^(?:lib\/(?:settings|secret|protocol|outbound)\/|package\.json)/,
  },
  { name: "lib/i18n", files: /^lib\/i18n\//, may: /^(?:lib\/i18n\/|messages\/)/ },
  {
    name: "lib/operation",
    files: /^lib\/operation\//,
    may: /^(?:db\/|messages\/|lib\/(?:operation|access|secret|protocol|settings)\/)/,
  },
  { name: "lib/server", files: /^lib\/server\//, may: /^(?:db\/|lib\/)/ },
  {
    name: "lib/<noun>",
    files: new RegExp(`^lib/${NOUN}/`),
    may: new RegExp(
      `^(?:db/|messages/|lib/(?:operation|access|secret|protocol|settings|redact|outbound|process|${NOUN})/)`,
    ),
  },
  { name: "db", files: /^db\//, may: /^(?:db\/|lib\/(?:protocol|process)\/)/ },
  {
    name: "runner",
    files: /^runner\//,
    may: /^(?:runner\/|lib\/(?:protocol|redact|outbound|process)\/|package\.json)/,
    packages: /^(node:|zod$|execa$|yaml$|fast-xml-parser$)/,
  },
  { name: "cli", files: /^cli\//, may: /^(?:cli\/|db\/|lib\/|messages\/|runner\/main|package\.json)/ },
];
