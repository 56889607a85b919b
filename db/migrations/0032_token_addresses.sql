ALTER TABLE "api_tokens" ADD COLUMN "last_ip" text;--> statement-breakpoint
ALTER TABLE "state_tokens" ADD COLUMN "last_ip" text;