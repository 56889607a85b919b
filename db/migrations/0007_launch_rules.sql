ALTER TABLE "tasks" ADD COLUMN "environment_id" integer;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "launch" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
UPDATE "templates" SET "launch" = '{"arguments":"ask"}' WHERE "allow_override_args_in_task";--> statement-breakpoint
ALTER TABLE "templates" DROP COLUMN "allow_override_args_in_task";