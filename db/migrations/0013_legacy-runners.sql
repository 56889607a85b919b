CREATE TABLE "legacy_attempts" (
	"id" integer PRIMARY KEY NOT NULL,
	"attempt" integer NOT NULL,
	"runner_id" integer NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	"secrets" text NOT NULL,
	"held" text,
	"batch" jsonb,
	"log_bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "tasks_waiting_needs";--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "legacy_attempts" ADD CONSTRAINT "legacy_attempts_id_tasks_id_fk" FOREIGN KEY ("id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legacy_attempts" ADD CONSTRAINT "legacy_attempts_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legacy_attempts_runner" ON "legacy_attempts" USING btree ("runner_id");--> statement-breakpoint
CREATE INDEX "tasks_waiting_needs" ON "tasks" USING btree ("project_id","template_id",(coalesce(snapshot->'template'->>'runner_tag', '') || ' ' || coalesce(snapshot->'template'->>'app', '') || case when coalesce(snapshot->'app'->>'path', '') = '' then '' else ' ' end || case when coalesce(snapshot->'template'->>'app' = 'ansible'
  and (strpos(arguments, chr(34) || '-e') > 0 or strpos(arguments, chr(34) || '-' || '-e') > 0), false) then ' -e' else '' end || case when (coalesce(snapshot->'template'->>'app', '') not in ('ansible', 'bash', 'python', 'powershell')
  or coalesce(snapshot->'app'->>'path', '') <> ''
  or coalesce(jsonb_typeof(snapshot->'app'->'args'), 'null') <> 'null'
  or coalesce(snapshot->'template'->>'timeout_seconds', '0') <> '0'
  or coalesce(arguments, '[]') not in ('', '[]')
  or (snapshot->'template'->>'app' = 'ansible' and (secret is not null
    or strpos(environment, '{{') > 0 or strpos(environment, '{%') > 0 or strpos(environment, '{#') > 0
    or strpos(environment, chr(92) || 'u') > 0))) then ' own' else '' end),"id") WHERE status = 'waiting';