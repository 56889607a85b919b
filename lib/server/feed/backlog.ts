import type { EventEmitter } from "node:events";

type Packet = { data?: unknown };

/** What was sent to a browser and waits in this process, because the browser reads slower. */
export class Backlog {
  private waiting = 0;
  private missed = false;

  /** `maximum` in characters. Whoever had to be left out is told by `onCaughtUp`, once there is room again. */
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

  /** Whether to leave the browser out, now and until it has caught up. */
  isTooLong(): boolean {
    this.missed ||= this.waiting > this.maximum;
    return this.missed;
  }
}

const lengthOf = ({ data }: Packet): number => (typeof data === "string" ? data.length : 0);
