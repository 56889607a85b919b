/** The last claim under way for each project. */
const tails = new Map<number, Promise<unknown>>();

/**
 * Claims of one project that this process makes come one after the other: each is over within milliseconds, while to find
 * the project locked means a pause. Other web nodes still find the lock.
 */
export function inLine<Result>(projectId: number, claim: () => Promise<Result>): Promise<Result> {
  const before = tails.get(projectId) ?? Promise.resolve();
  const mine = before.then(claim, claim);
  tails.set(projectId, mine);
  const leave = () => {
    if (tails.get(projectId) === mine) tails.delete(projectId);
  };
  mine.then(leave, leave);
  return mine;
}
