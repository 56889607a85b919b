ALTER TABLE "tasks" ADD COLUMN "autorun" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "stopped_by_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_stopped_by_id_users_id_fk" FOREIGN KEY ("stopped_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_stopped_by" ON "tasks" USING btree ("stopped_by_id") WHERE stopped_by_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_at_work" ON "tasks" USING btree ("template_id","id") WHERE status not in ('waiting', 'success', 'error', 'stopped');--> statement-breakpoint
UPDATE "tasks" SET "autorun" = true WHERE build_task_id is not null and user_id is null and schedule_id is null and integration_id is null;
