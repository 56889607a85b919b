CREATE TABLE "task_plans" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"attempt" integer NOT NULL,
	"checksum" text NOT NULL,
	"plan" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_plans" ADD CONSTRAINT "task_plans_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;