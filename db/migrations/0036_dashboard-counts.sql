CREATE INDEX CONCURRENTLY "tasks_listed_end" ON "tasks" USING btree ("project_id","end","status") WHERE status in ('success', 'error', 'stopped') and parent_task_id is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_project_unfinished" ON "tasks" USING btree ("project_id","status","parent_task_id") WHERE status not in ('success', 'error', 'stopped');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_project_end";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_unfinished";
