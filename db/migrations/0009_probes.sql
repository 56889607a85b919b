CREATE TABLE "probes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "probes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"request" text,
	"tools" text[] DEFAULT '{}' NOT NULL,
	"runner_tag" text DEFAULT '' NOT NULL,
	"outbox_ids" integer[] DEFAULT '{}' NOT NULL,
	"runner_id" integer,
	"instance_id" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"begun_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"result" jsonb
);
--> statement-breakpoint
ALTER TABLE "probes" ADD CONSTRAINT "probes_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probes" ADD CONSTRAINT "probes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "probes" ADD CONSTRAINT "probes_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "probes_user" ON "probes" USING btree ("user_id","created");--> statement-breakpoint
CREATE INDEX "probes_created" ON "probes" USING btree ("created");