type Access = { url: string; token: string };

/** For a shell on a machine with Node.js, which gets the runner from this server. The token is no argument of a program. */
export const shellCommand = ({ url, token }: Access): string =>
  `curl -fsSO ${url}/api/runner.mjs && SIGNALBOX_URL=${url}/internal SIGNALBOX_RUNNER_TOKEN=${token} node runner.mjs`;

/** A runner takes ten minutes to drain and two to stop what runs then; Docker's own patience is ten seconds. */
const STOP_SECONDS = 740;

/** The image has the version of this server, because both speak the same protocol then. */
export const containerCommand = ({ url, token }: Access, version: string): string =>
  `SIGNALBOX_RUNNER_TOKEN=${token} docker run -d --stop-timeout ${STOP_SECONDS} -e SIGNALBOX_URL=${url} -e SIGNALBOX_RUNNER_TOKEN signalbox:${version} runner`;
