/** Fires once when it has not been reset for the given time. */
export class IdleTimer {
  expired = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {}

  start(onExpired: () => void): void {
    this.timer = setTimeout(() => {
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
