CREATE INDEX CONCURRENTLY "events_person" ON "events" USING btree ("user_id","project_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_created" ON "events" USING btree ("created","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_person" ON "tasks" USING btree ("project_id","user_id","id") WHERE parent_task_id is null and user_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_by_user" ON "tasks" USING btree ("project_id","id") WHERE parent_task_id is null and user_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_by_schedule" ON "tasks" USING btree ("project_id","id") WHERE parent_task_id is null and schedule_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_by_integration" ON "tasks" USING btree ("project_id","id") WHERE parent_task_id is null and integration_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_by_autorun" ON "tasks" USING btree ("project_id","id") WHERE parent_task_id is null and autorun;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_created" ON "tasks" USING btree ("project_id","created","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_of_build" ON "tasks" USING btree ("build_task_id","project_id") WHERE build_task_id is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tasks_build_task";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "events_own";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "events_user";