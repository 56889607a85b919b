import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  // Parsed by the build, so that no browser loads a parser.
  experimental: { messages: { path: "./messages", format: "json", locales: "infer", precompile: true } },
});

const config: NextConfig = {
  // The peer's clients call /api/user/ and /api/project/1/; a 308 would break them.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // Next knows localhost only.
  allowedDevOrigins: ["127.0.0.1"],
  reactStrictMode: true,
  serverExternalPackages: ["postgres", "pino"],
  // npm run check does it: a build on a user's machine lacks the packages that tests are typed by.
  typescript: { ignoreBuildErrors: true },
  experimental: { serverActions: { bodySizeLimit: "6mb" } },
};

export default withNextIntl(config);
