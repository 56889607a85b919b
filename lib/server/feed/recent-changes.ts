import { CATCH_UP_MS } from "@/lib/protocol/socket";

/** Tasks that changed recently: a browser joins after its page was rendered, and must not miss changes in between. */
export class RecentChanges {
  private readonly changes = new Map<number, { at: number; projectId: number }>();
  private since = performance.now();

  changed(projectId: number, taskId: number): void {
    const now = performance.now();
    // Oldest first.
    for (const [oldest, { at }] of this.changes) {
      if (at > now - CATCH_UP_MS) break;
      this.changes.delete(oldest);
    }
    this.changes.delete(taskId);
    this.changes.set(taskId, { at: now, projectId });
  }

  /** Announcements may have been missed. */
  forget(): void {
    this.changes.clear();
    this.since = performance.now();
  }

  /** Null if its memory does not reach back far enough. */
  of(projectId: number): number[] | null {
    const begin = performance.now() - CATCH_UP_MS;
    if (this.since > begin) return null;
    return [...this.changes]
      .filter(([, change]) => change.projectId === projectId && change.at > begin)
      .map(([id]) => id);
  }
}
