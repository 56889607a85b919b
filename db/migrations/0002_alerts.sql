DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "payload" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "channel" text NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "recipient" text NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "detail" text;--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("channel","due_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "kind";--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "last_error";