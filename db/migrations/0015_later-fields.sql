CREATE TABLE "template_environments" (
	"project_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"environment_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "template_environments_template_id_position_pk" PRIMARY KEY("template_id","position"),
	CONSTRAINT "template_environments_once" UNIQUE("template_id","environment_id")
);
--> statement-breakpoint
ALTER TABLE "template_vaults" ALTER COLUMN "vault_key_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "project_id" integer;--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "cleaning_requested" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "template_vaults" ADD COLUMN "type" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "template_vaults" ADD COLUMN "script" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "task_params" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "template_environments" ADD CONSTRAINT "template_environments_template_fk" FOREIGN KEY ("project_id","template_id") REFERENCES "public"."templates"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_environments" ADD CONSTRAINT "template_environments_environment_fk" FOREIGN KEY ("project_id","environment_id") REFERENCES "public"."environments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "template_environments_environment" ON "template_environments" USING btree ("environment_id");--> statement-breakpoint
ALTER TABLE "runners" ADD CONSTRAINT "runners_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runners_project" ON "runners" USING btree ("project_id");--> statement-breakpoint
ALTER TABLE "template_vaults" ADD CONSTRAINT "template_vaults_source" CHECK (case "template_vaults"."type" when 'password' then "template_vaults"."vault_key_id" is not null and "template_vaults"."script" is null
        else "template_vaults"."type" = 'script' and "template_vaults"."script" is not null and "template_vaults"."vault_key_id" is null end);