import type { Socket } from "node:net";

/** Postgres ends statements and idle transactions after a minute, or says that it does not. */
export const SILENCE_MS = 75_000;
const LOOKS = 5;

/**
 * Destroys a socket that has received nothing for so long while an answer was due: a server that vanished without a word,
 * which the system would notice only after a quarter of an hour.
 */
export function endSilence(socket: Socket, limitMs: number, isDue: () => boolean): void {
  let heard = -1;
  // Instead of the time: a process that was frozen meanwhile has not listened.
  let silentLooks = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer);
    const isSilent = isDue() && socket.bytesRead === heard;
    heard = socket.bytesRead;
    silentLooks = isSilent ? silentLooks + 1 : 0;
    if (silentLooks === LOOKS) socket.destroy();
  }, limitMs / LOOKS);
  timer.unref();
}
