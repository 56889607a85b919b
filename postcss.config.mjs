/**
 * A font that isn't there when a page is first painted is used from the next page on: swapping it in would set all texts
 * again, and move the columns of tables.
 */
const optionalFonts = () => ({
  postcssPlugin: "optional-fonts",
  AtRule: {
    "font-face": (rule) => {
      rule.walkDecls("font-display", (declaration) => {
        declaration.value = "optional";
      });
    },
  },
});

export default {
  plugins: [
    ["@tailwindcss/postcss", {}],
    [optionalFonts, {}],
  ],
};
