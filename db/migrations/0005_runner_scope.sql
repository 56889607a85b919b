CREATE TABLE "runner_projects" (
	"runner_id" integer NOT NULL,
	"project_id" integer NOT NULL,
	CONSTRAINT "runner_projects_runner_id_project_id_pk" PRIMARY KEY("runner_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "tagged_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "all_projects" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "draining" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runner_projects" ADD CONSTRAINT "runner_projects_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runner_projects" ADD CONSTRAINT "runner_projects_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runner_projects_project" ON "runner_projects" USING btree ("project_id");--> statement-breakpoint
UPDATE "runners" SET "tags" = ARRAY["tag"] WHERE "tag" <> '';--> statement-breakpoint
ALTER TABLE "runners" DROP COLUMN "tag";