import { CATCH_UP_MS } from "@/lib/protocol/socket";

/** Which tasks changed a moment ago: a browser joins after its page was made, and must not miss what came between. */
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

  /** Null when it does not know what happened that long ago. */
  of(projectId: number): number[] | null {
    const begin = performance.now() - CATCH_UP_MS;
    if (this.since > begin) return null;
    return [...this.changes]
      .filter(([, change]) => change.projectId === projectId && change.at > begin)
      .map(([id]) => id);
  }
}
