// Preloaded into a process: every read of the clock jumps, ahead or back.
const STEPS = [0, 3_600_000, -7_200_000, 50 * 365 * 86_400_000, -20 * 365 * 86_400_000];
const RealDate = Date;
let looks = 0;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(globalThis.Date.now());
  }

  static now() {
    return RealDate.now() + (STEPS[looks++ % STEPS.length] ?? 0);
  }
};
