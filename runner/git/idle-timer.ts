/** Fires once when it has not been reset for the given time, unless that is excused; then the next reset starts it again. */
export class IdleTimer {
  expired = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limitMs: number,
    private readonly isExcused: () => boolean,
  ) {}

  start(onExpired: () => void): void {
    this.timer = setTimeout(() => {
      if (this.isExcused()) return;
      this.expired = true;
      onExpired();
    }, this.limitMs);
  }

  reset(): void {
    this.timer?.refresh();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
