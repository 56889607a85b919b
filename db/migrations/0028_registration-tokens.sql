ALTER TABLE "runners" ADD COLUMN "registration_hash" text;--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "registration_until" timestamp with time zone;