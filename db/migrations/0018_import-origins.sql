CREATE TABLE "import_origins" (
	"project_id" integer NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"object_id" integer NOT NULL,
	"taken" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"stored" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "import_origins_project_id_source_kind_source_id_pk" PRIMARY KEY("project_id","source","kind","source_id")
);
--> statement-breakpoint
ALTER TABLE "import_origins" ADD CONSTRAINT "import_origins_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_origins_source" ON "import_origins" USING btree ("source");