/** Notices when nothing happens for a while. */
export class Silence {
  tooLong = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {}

  watch(act: () => void): void {
    this.timer = setTimeout(() => {
      this.tooLong = true;
      act();
    }, this.limitMs);
  }

  broken(): void {
    this.timer?.refresh();
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
