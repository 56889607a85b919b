CREATE INDEX CONCURRENTLY "tasks_listed_ended" ON "tasks" USING btree ("project_id","end","status","drift_check") WHERE status in ('success', 'error', 'stopped') and parent_task_id is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_listed_end";
