type Group = { [name: string]: string | Group };

/** The texts that `paths` name, and the others. */
export function splitTexts(messages: Group, paths: string[]): { first: Group; more: Group };
