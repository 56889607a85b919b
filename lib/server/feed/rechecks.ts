/** Checks things one after the other, so that many of them cause no burst of queries. */
export class Rechecks<Thing> {
  private readonly due = new Set<Thing>();
  private running: Promise<void> | null = null;

  /** `check` must not reject. */
  constructor(private readonly check: (thing: Thing) => Promise<void>) {}

  /** Settles when all of them have been checked. */
  add(things: Iterable<Thing>): Promise<void> {
    for (const thing of things) this.due.add(thing);
    // Without anything due, run() would end before its promise is kept here, and nothing would ever run again.
    if (this.due.size > 0) this.running ??= this.run();
    return this.running ?? Promise.resolve();
  }

  private async run(): Promise<void> {
    for (const thing of this.due) {
      this.due.delete(thing);
      await this.check(thing);
    }
    this.running = null;
  }
}
