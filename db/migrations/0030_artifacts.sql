CREATE TABLE "artifact_parts" (
	"artifact_id" integer NOT NULL,
	"first_byte" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "artifact_parts_artifact_id_first_byte_pk" PRIMARY KEY("artifact_id","first_byte")
);
--> statement-breakpoint
CREATE TABLE "task_artifacts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_artifacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	"path" text NOT NULL,
	"size" integer NOT NULL,
	"stored" integer DEFAULT 0 NOT NULL,
	"checksum" text NOT NULL,
	CONSTRAINT "task_artifacts_path" UNIQUE("task_id","path")
);
--> statement-breakpoint
CREATE TABLE "task_summaries" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_tests" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"report" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "artifact_parts" ADD CONSTRAINT "artifact_parts_artifact_id_task_artifacts_id_fk" FOREIGN KEY ("artifact_id") REFERENCES "public"."task_artifacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_artifacts" ADD CONSTRAINT "task_artifacts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_summaries" ADD CONSTRAINT "task_summaries_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_tests" ADD CONSTRAINT "task_tests_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_artifacts_project" ON "task_artifacts" USING btree ("project_id","size");