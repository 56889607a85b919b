ALTER TABLE "webhook_deliveries" ADD COLUMN "issues" jsonb;--> statement-breakpoint
ALTER TABLE "schedule_fires" ADD COLUMN "issues" jsonb;