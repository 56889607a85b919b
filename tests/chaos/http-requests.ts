const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** Splits a client's bytes on one connection into complete HTTP requests; bodies need a length. */
export class HttpRequests {
  private rest: Buffer = Buffer.alloc(0);

  push(bytes: Buffer): Buffer[] {
    this.rest = Buffer.concat([this.rest, bytes]);
    const whole: Buffer[] = [];
    for (let size = this.nextSize(); size > 0 && size <= this.rest.length; size = this.nextSize()) {
      whole.push(this.rest.subarray(0, size));
      this.rest = this.rest.subarray(size);
    }
    return whole;
  }

  /** Of head and body; 0 while the head is incomplete. */
  private nextSize(): number {
    const end = this.rest.indexOf(END_OF_HEAD);
    if (end < 0) return 0;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.rest.toString("latin1", 0, end));
    return end + END_OF_HEAD.length + Number(length?.[1] ?? 0);
  }
}
