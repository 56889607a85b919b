const isTerminal = process.stdout.isTTY === true;
const paint = (code: number, text: string): string =>
  isTerminal && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text;

export const bold = (text: string): string => paint(1, text);
export const dim = (text: string): string => paint(2, text);

const SLOW_MS = 2_000;

/** Prints a line between those of the children, which share the terminal. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs one startup step and prints its result and duration; a slow step is announced first. */
export async function step<Result>(
  title: string,
  work: () => Promise<Result>,
  detail?: (result: Result) => string,
): Promise<Result> {
  const began = performance.now();
  const slow = setTimeout(() => say(`  … ${title}`), SLOW_MS);
  try {
    const result = await work();
    const about = detail?.(result);
    say(`  ${paint(32, "✓")} ${title}${about ? `: ${about}` : ""} ${dim(`(${seconds(began)} s)`)}`);
    return result;
  } catch (error) {
    say(`  ${paint(31, "✗")} ${title}`);
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

/** Prints an event that is not part of a step, such as a restart. */
export const note = (text: string): void => say(`  ${paint(33, "!")} ${text}`);

/** Seconds since a performance.now(), formatted. */
export const seconds = (began: number): string => ((performance.now() - began) / 1_000).toFixed(1);
