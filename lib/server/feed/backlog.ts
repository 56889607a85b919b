import type { EventEmitter } from "node:events";

type Packet = { data?: unknown };

/** Data sent to a browser that still waits in this process because the browser reads more slowly. */
export class Backlog {
  private waiting = 0;
  private missed = false;

  /** `maximum` in characters. If the browser had to be skipped, `onCaughtUp` runs once there is room again. */
  constructor(
    connection: EventEmitter,
    private readonly maximum: number,
    onCaughtUp: () => void,
  ) {
    connection.on("packetCreate", (packet: Packet) => {
      this.waiting += lengthOf(packet);
    });
    connection.on("flush", (packets: Packet[]) => {
      for (const packet of packets) this.waiting -= lengthOf(packet);
      if (!this.missed) return;
      this.missed = false;
      setImmediate(onCaughtUp);
    });
  }

  /** Whether to skip the browser, now and until it has caught up. */
  isTooLong(): boolean {
    this.missed ||= this.waiting > this.maximum;
    return this.missed;
  }
}

const lengthOf = ({ data }: Packet): number => (typeof data === "string" ? data.length : 0);
