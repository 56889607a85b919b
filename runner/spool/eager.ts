/**
 * Runs a piece of work repeatedly until none is left: at once when idle, otherwise after the current run.
 * So a single line is sent immediately and a flood is sent in bulk.
 */
export class EagerLoop {
  private running: Promise<void> | null = null;
  private woken = false;

  /** `turn` does one piece and resolves with false when nothing is left; it must not reject. */
  constructor(private readonly turn: () => Promise<boolean>) {}

  wake(): void {
    this.woken = true;
    this.running ??= this.run();
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    try {
      while (this.woken) {
        this.woken = false;
        while (await this.turn());
      }
    } finally {
      this.running = null;
    }
  }
}
