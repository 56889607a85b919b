DROP INDEX CONCURRENTLY IF EXISTS "tasks_project";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_type" ON "events" USING btree ("project_id","object_type","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_object" ON "events" USING btree ("project_id","object_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_own" ON "events" USING btree ("user_id","id") WHERE project_id is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "state_versions_workspace" ON "state_versions" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "state_versions_offered" ON "state_versions" USING btree ("workspace_id") WHERE offered;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_project_ended" ON "tasks" USING btree ("project_id","status","id") WHERE status in ('success', 'error', 'stopped');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_template_ended" ON "tasks" USING btree ("template_id","status","id") WHERE status in ('success', 'error', 'stopped');--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_secret" ON "tasks" USING btree ("id") WHERE secret is not null;