/**
 * Repeats a piece of work while there is some: at once when idle, otherwise as soon as the turn under way is over.
 * So one line leaves immediately and a flood leaves in bulk.
 */
export class EagerLoop {
  private running: Promise<void> | null = null;
  private woken = false;

  /** `turn` does one piece and resolves false when nothing is left; it must not reject. */
  constructor(private readonly turn: () => Promise<boolean>) {}

  wake(): void {
    this.woken = true;
    this.running ??= this.run();
  }

  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  private async run(): Promise<void> {
    while (this.woken) {
      this.woken = false;
      while (await this.turn());
    }
    this.running = null;
  }
}
