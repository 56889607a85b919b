CREATE TABLE "commit_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commit_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"repository_id" integer NOT NULL,
	"branch" text NOT NULL,
	"runner_id" integer NOT NULL,
	"instance_id" text NOT NULL,
	"leased_until" timestamp with time zone NOT NULL,
	CONSTRAINT "commit_checks_branch" UNIQUE("repository_id","branch")
);
--> statement-breakpoint
ALTER TABLE "commit_checks" ADD CONSTRAINT "commit_checks_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commit_checks" ADD CONSTRAINT "commit_checks_repository_fk" FOREIGN KEY ("project_id","repository_id") REFERENCES "public"."repositories"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedules_due_checks" ON "schedules" USING btree ("next_run_at") WHERE active and repository_id is not null;--> statement-breakpoint
UPDATE "schedules" SET "next_run_at" = now() WHERE "active" AND "repository_id" IS NOT NULL;