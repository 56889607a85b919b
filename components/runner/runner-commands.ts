type Access = { url: string; token: string };

/** For a shell on a machine with Node.js: downloads the runner from this server. The token is not a program argument. */
export const shellCommand = ({ url, token }: Access): string =>
  `curl -fsSO ${url}/api/runner.mjs && SIGNALBOX_URL=${url}/internal SIGNALBOX_RUNNER_TOKEN=${token} node runner.mjs`;

/** A runner takes up to ten minutes to drain and two to stop its tasks; Docker's default is ten seconds. */
const STOP_SECONDS = 740;

/**
 * Uses this server's version of the image, so that both speak the same protocol. The volume keeps what a runner has not delivered yet;
 * each runner needs its own.
 */
export const containerCommand = ({ id, url, token }: Access & { id: number }, version: string): string =>
  `SIGNALBOX_RUNNER_TOKEN=${token} docker run -d --restart unless-stopped --stop-timeout ${STOP_SECONDS} -v signalbox-runner-${id}:/data -e SIGNALBOX_URL=${url} -e SIGNALBOX_RUNNER_TOKEN signalbox:${version} runner`;
