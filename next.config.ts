import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

const config: NextConfig = {
  // The peer's clients call /api/user/ and /api/project/1/; a 308 would break them.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["postgres", "pino"],
  typescript: { ignoreBuildErrors: true },
  experimental: { serverActions: { bodySizeLimit: "6mb" } },
};

export default withNextIntl(config);
