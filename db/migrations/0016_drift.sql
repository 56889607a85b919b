CREATE TABLE "drifts" (
	"template_id" integer NOT NULL,
	"workspace" text NOT NULL,
	"project_id" integer NOT NULL,
	"status" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"task_id" integer,
	CONSTRAINT "drifts_template_id_workspace_pk" PRIMARY KEY("template_id","workspace")
);
--> statement-breakpoint
DROP INDEX "tasks_waiting_needs";--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "mode" text DEFAULT 'run' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "drift_check" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "drift" jsonb;--> statement-breakpoint
ALTER TABLE "drifts" ADD CONSTRAINT "drifts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drifts" ADD CONSTRAINT "drifts_template_fk" FOREIGN KEY ("project_id","template_id") REFERENCES "public"."templates"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drifts_project" ON "drifts" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "drifts_task" ON "drifts" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "tasks_waiting_needs" ON "tasks" USING btree ("project_id","template_id",(coalesce(snapshot->'template'->>'runner_tag', '') || ' ' || coalesce(snapshot->'template'->>'app', '') || case when coalesce(snapshot->'app'->>'path', '') = '' then '' else ' ' end || case when coalesce(snapshot->'template'->>'app' = 'ansible'
  and (strpos(arguments, chr(34) || '-e') > 0 or strpos(arguments, chr(34) || '-' || '-e') > 0), false) then ' -e' else '' end || case when (coalesce(snapshot->'template'->>'app', '') not in ('ansible', 'bash', 'python', 'powershell')
  or coalesce(snapshot->'app'->>'path', '') <> ''
  or coalesce(jsonb_typeof(snapshot->'app'->'args'), 'null') <> 'null'
  or coalesce(snapshot->'template'->>'timeout_seconds', '0') <> '0'
  or coalesce(arguments, '[]') not in ('', '[]')
  or (snapshot->'template'->>'app' = 'ansible' and (secret is not null
    or strpos(environment, '{{') > 0 or strpos(environment, '{%') > 0 or strpos(environment, '{#') > 0
    or strpos(environment, chr(92) || 'u') > 0))) then ' own' else '' end || case when jsonb_path_exists(snapshot, '$.template.vaults[*].script ? (@ != null)') then ' script' else '' end || case when drift_check then ' drift' else '' end),"id") WHERE status = 'waiting';