import type { Db } from "@/db/client";
import { deliver } from "@/lib/notification/deliver";
import { type Claimed, claimDue, type Failure, recordFailure, recordSent } from "@/lib/notification/outbox";
import { isRecipient } from "@/lib/notification/recipients";
import type { Channel } from "@/lib/protocol/alert";
import { log } from "@/lib/settings/log";

/** Messages of one channel that this node sends at once. */
const MAX_CONCURRENT = 4;

/**
 * Sends the messages of one channel; a channel that hangs delays no other. Several may run, also on several nodes:
 * each message is claimed once. If a node crashes between sending and recording, the message is sent again under the
 * same key.
 */
export class Sender {
  private readonly underWay = new Set<Promise<void>>();
  private turn: Promise<void> = Promise.resolve();
  /** Another round is queued behind the current one. */
  private queued = false;
  private stopped = false;

  constructor(
    private readonly db: Db,
    private readonly channel: Channel,
  ) {}

  /** Starts sending what is due, within the limit; continues as messages finish. */
  pump(): Promise<void> {
    if (!this.queued) {
      this.queued = true;
      this.turn = this.turn.then(() => {
        this.queued = false;
        return this.begin();
      });
    }
    return this.turn;
  }

  /** Sends until nothing is due. */
  async drain(): Promise<void> {
    do {
      await this.pump();
      await Promise.all(this.underWay);
      await this.turn;
    } while (this.underWay.size > 0);
  }

  /** Starts nothing more and waits for messages in flight. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.turn;
    await Promise.all(this.underWay);
  }

  private async begin(): Promise<void> {
    const room = MAX_CONCURRENT - this.underWay.size;
    if (this.stopped || room <= 0) return;
    try {
      for (const claimed of await claimDue(this.db, this.channel, room)) this.send(claimed);
    } catch (error) {
      log.warn({ err: error, channel: this.channel }, "could not read due alerts");
    }
  }

  private send(claimed: Claimed): void {
    const sending = sendOne(this.db, claimed).finally(() => {
      this.underWay.delete(sending);
      void this.pump();
    });
    this.underWay.add(sending);
  }
}

async function sendOne(db: Db, claimed: Claimed): Promise<void> {
  const { id, channel, tries } = claimed;
  try {
    const failure = (await isWanted(db, claimed)) ? await deliver(claimed) : NOT_WANTED;
    if (failure === null) return await recordSent(db, claimed);
    const { reason, detail } = failure;
    log.warn({ alert: id, channel, tries, reason, detail }, "alert not sent");
    await recordFailure(db, claimed, isTest(claimed) ? { ...failure, final: true } : failure);
  } catch (error) {
    // The claim expires, and the message is sent again under the same key.
    log.warn({ err: error, alert: id, channel }, "could not read or record an alert");
  }
}

const NOT_WANTED: Failure = { reason: "recipient_gone", final: true };

/** Mails are for people, who may have left the project or turned alerts off since. */
async function isWanted(db: Db, claimed: Claimed): Promise<boolean> {
  const { channel, project_id, recipient } = claimed;
  return channel !== "email" || project_id === null || isTest(claimed) || isRecipient(db, project_id, recipient);
}

/** A person is waiting for its result; a retry hours later would only confuse them. */
const isTest = ({ payload }: Claimed): boolean => payload === null;
