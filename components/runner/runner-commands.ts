type Access = { url: string; token: string };

/** A line for a shell on a machine with Node.js. */
export const shellCommand = ({ url, token }: Access): string =>
  `SIGNALBOX_URL=${url} SIGNALBOX_RUNNER_TOKEN=${token} npx signalbox runner`;

/** The image has the version of this server, because both speak the same protocol then. */
export const containerCommand = ({ url, token }: Access, version: string): string =>
  `docker run -d -e SIGNALBOX_URL=${url} -e SIGNALBOX_RUNNER_TOKEN=${token} signalbox:${version} runner`;
