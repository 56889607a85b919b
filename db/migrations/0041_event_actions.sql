ALTER TABLE "events" ADD COLUMN "action" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "part" jsonb;