CREATE TABLE "task_comparisons" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"commits" jsonb,
	"secrets" jsonb
);
--> statement-breakpoint
ALTER TABLE "task_comparisons" ADD CONSTRAINT "task_comparisons_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;