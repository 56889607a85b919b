/** `npm run test:long` runs all variants of a test, `npm test` only some. */
export const LONG_RUN = process.env.SIGNALBOX_TEST_LONG === "1";

const LIGHT = "light" as const;
const DARK = "dark" as const;

/** One is enough: tests/e2e/accessibility.spec.ts inspects the screens in both. */
export const THEMES = LONG_RUN ? [LIGHT, DARK] : [DARK];

/** Themes and widths: each of them once, in the long run each with each. */
export const LOOKS = [
  { colorScheme: LIGHT, width: 1440 },
  { colorScheme: DARK, width: 1024 },
  { colorScheme: LIGHT, width: 390 },
  ...(LONG_RUN
    ? [
        { colorScheme: DARK, width: 1440 },
        { colorScheme: LIGHT, width: 1024 },
        { colorScheme: DARK, width: 390 },
      ]
    : []),
];
