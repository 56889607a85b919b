ALTER TABLE "events" ADD COLUMN "user_name" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "username" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "responsible_id" integer;--> statement-breakpoint
ALTER TABLE "workflow_nodes" ADD COLUMN "decided_by_name" text;