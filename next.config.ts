import type { NextConfig } from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

const config: NextConfig = {
  // Semaphore's clients call /api/user/ and /api/project/1/; a 308 would break them.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // Next knows localhost only.
  allowedDevOrigins: ["127.0.0.1"],
  reactStrictMode: true,
  serverExternalPackages: ["postgres", "pino"],
  // npm run check does it: a build on a user's machine lacks the packages that tests are typed by.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    // A first visit loads the texts that screens show at once, see components/language.
    rules: {
      "*.json": [{ condition: { query: /^\?(first|more)$/ }, loaders: ["./scripts/texts.mjs"] }],
      "**/lucide-react/dist/esm/Icon.mjs": { loaders: ["./scripts/icons.mjs"] },
      "**/engine.io-client/build/esm/transports/{index,polling-xhr}.js": { loaders: ["./scripts/transports.mjs"] },
      "**/socket.io-parser/build/esm/{binary,is-binary}.js": { loaders: ["./scripts/transports.mjs"] },
    },
  },
  experimental: {
    // Before the first visit, Next would load the code of every page and route: 75 MB, and a third of the time of a start, most
    // of it for routes of /api, which it never serves.
    preloadEntriesOnStart: false,
    // LONG_BODY_BYTES: what a form sends to an action, a script may send to the route of the same operation.
    serverActions: { bodySizeLimit: "6mb" },
    // Few files of a list's own instead of many small ones, each of which costs headers and compresses by itself. In bytes of
    // source; the largest is below all of them.
    turbopackChunking: {
      firstPageLoadPriority: 1,
      requestCost: 1_000_000,
      minChunkSize: 200_000,
      maxMergeChunkSize: 10_000_000,
    },
    // 235 MB that only a further build in the same folder would read.
    turbopackFileSystemCacheForBuild: false,
  },
};

/** The server reads this file too; in a trimmed installation as JavaScript (scripts/trim.mjs), and without the plugin. */
export default async function nextConfig(phase: string): Promise<NextConfig> {
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const withNextIntl = createNextIntlPlugin({
    requestConfig: "./lib/i18n/request.ts",
    // Parsed by the build, so that no browser loads a parser.
    experimental: { messages: { path: "./messages", format: "json", locales: "infer", precompile: true } },
  });
  return withNextIntl(config);
}
