CREATE TABLE "access_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"secret" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "access_keys_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "api_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used" timestamp with time zone,
	"expired" boolean DEFAULT false NOT NULL,
	CONSTRAINT "api_tokens_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"id" text PRIMARY KEY NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"color" text DEFAULT '' NOT NULL,
	"dark_color" text DEFAULT '' NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"args" jsonb
);
--> statement-breakpoint
CREATE TABLE "environment_secrets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "environment_secrets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"environment_id" integer NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "environment_secrets_name" UNIQUE("environment_id","type","name")
);
--> statement-breakpoint
CREATE TABLE "environments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "environments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"json" text DEFAULT '{}' NOT NULL,
	"env" text,
	"password" text,
	CONSTRAINT "environments_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer,
	"user_id" integer,
	"integration_id" integer,
	"object_type" text NOT NULL,
	"object_id" integer,
	"object_name" text DEFAULT '' NOT NULL,
	"description" text NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"changes" jsonb,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_keys" (
	"project_id" integer NOT NULL,
	"host" text NOT NULL,
	"key_type" text NOT NULL,
	"line" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "host_keys_project_id_host_key_type_pk" PRIMARY KEY("project_id","host","key_type")
);
--> statement-breakpoint
CREATE TABLE "integration_aliases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "integration_aliases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"integration_id" integer,
	"alias" text NOT NULL,
	CONSTRAINT "integration_aliases_alias_unique" UNIQUE("alias")
);
--> statement-breakpoint
CREATE TABLE "integration_matchers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "integration_matchers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"integration_id" integer NOT NULL,
	"name" text NOT NULL,
	"body_data_type" text DEFAULT '' NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"match_type" text NOT NULL,
	"method" text NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "integration_values" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "integration_values_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"integration_id" integer NOT NULL,
	"name" text NOT NULL,
	"body_data_type" text DEFAULT '' NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"value_source" text NOT NULL,
	"variable" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "integrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"template_id" integer,
	"auth_method" text DEFAULT '' NOT NULL,
	"auth_secret_id" integer,
	"auth_header" text DEFAULT '' NOT NULL,
	"searchable" boolean DEFAULT false NOT NULL,
	"task_params" jsonb,
	CONSTRAINT "integrations_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"integration_id" integer,
	"delivery_key" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"body_bytes" integer NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"detail" text DEFAULT '' NOT NULL,
	"verdict" jsonb NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	"task_id" integer,
	"replay_of" integer
);
--> statement-breakpoint
CREATE TABLE "webhook_rates" (
	"key" text PRIMARY KEY NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"requests" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inventories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inventories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"inventory" text DEFAULT '' NOT NULL,
	"ssh_key_id" integer,
	"become_key_id" integer,
	"holder_id" integer,
	"repository_id" integer,
	CONSTRAINT "inventories_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account" text NOT NULL,
	"ip" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"weight" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "options" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer,
	"task_id" integer,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "project_members" (
	"project_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_members_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"alert" boolean DEFAULT false NOT NULL,
	"alert_chat" text,
	"max_parallel_tasks" integer DEFAULT 0 NOT NULL,
	"type" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repositories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "repositories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"git_url" text NOT NULL,
	"git_branch" text NOT NULL,
	"ssh_key_id" integer NOT NULL,
	CONSTRAINT "repositories_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "runners" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"token_hash" text NOT NULL,
	"webhook" text DEFAULT '' NOT NULL,
	"tag" text DEFAULT '' NOT NULL,
	"max_parallel_tasks" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"local" boolean DEFAULT false NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"instance_id" text,
	"hostname" text DEFAULT '' NOT NULL,
	"version" text DEFAULT '' NOT NULL,
	"tools" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_seen" timestamp with time zone,
	CONSTRAINT "runners_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "schedule_fires" (
	"schedule_id" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"fired_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"detail" text DEFAULT '' NOT NULL,
	"task_id" integer,
	CONSTRAINT "schedule_fires_schedule_id_due_at_pk" PRIMARY KEY("schedule_id","due_at")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"cron_format" text DEFAULT '' NOT NULL,
	"timezone" text,
	"run_at" timestamp with time zone,
	"active" boolean DEFAULT true NOT NULL,
	"repository_id" integer,
	"last_commit_hash" text,
	"overlap" text DEFAULT 'queue' NOT NULL,
	"task_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"task_secret" text,
	"next_run_at" timestamp with time zone,
	CONSTRAINT "schedules_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "log_chunks" (
	"task_id" integer NOT NULL,
	"first_line" integer NOT NULL,
	"line_count" integer NOT NULL,
	"attempt" integer NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"offsets" integer[] NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "log_chunks_task_id_first_line_pk" PRIMARY KEY("task_id","first_line")
);
--> statement-breakpoint
CREATE TABLE "task_attempts" (
	"task_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"runner_id" integer,
	"instance_id" text NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"begun_at" timestamp with time zone,
	"applied_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"stop_requested" text,
	"directive_sent" text,
	"log_lines" integer DEFAULT 0 NOT NULL,
	"log_crc" bigint DEFAULT 0 NOT NULL,
	"exit_code" integer,
	"ended_at" timestamp with time zone,
	CONSTRAINT "task_attempts_task_id_attempt_pk" PRIMARY KEY("task_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"runner_id" integer,
	"user_id" integer,
	"integration_id" integer,
	"schedule_id" integer,
	"build_task_id" integer,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"start" timestamp with time zone,
	"end" timestamp with time zone,
	"message" text DEFAULT '' NOT NULL,
	"version" text,
	"incoming_version" text,
	"commit_hash" text,
	"commit_message" text,
	"debug" boolean DEFAULT false NOT NULL,
	"dry_run" boolean DEFAULT false NOT NULL,
	"diff" boolean DEFAULT false NOT NULL,
	"playbook" text DEFAULT '' NOT NULL,
	"environment" text DEFAULT '' NOT NULL,
	"secret" text,
	"limit" text DEFAULT '' NOT NULL,
	"arguments" text,
	"git_branch" text,
	"inventory_id" integer,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"snapshot" jsonb NOT NULL,
	"holds_slot" boolean DEFAULT false NOT NULL,
	"plan" jsonb,
	"hosts" jsonb,
	"stages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirm_until" timestamp with time zone,
	CONSTRAINT "tasks_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "template_vaults" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "template_vaults_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"vault_key_id" integer NOT NULL,
	"name" text,
	CONSTRAINT "template_vaults_name" UNIQUE NULLS NOT DISTINCT("template_id","name")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"inventory_id" integer,
	"repository_id" integer NOT NULL,
	"environment_id" integer,
	"view_id" integer,
	"build_template_id" integer,
	"name" text NOT NULL,
	"description" text,
	"app" text NOT NULL,
	"type" text DEFAULT '' NOT NULL,
	"playbook" text DEFAULT '' NOT NULL,
	"arguments" text,
	"allow_override_args_in_task" boolean DEFAULT false NOT NULL,
	"start_version" text,
	"autorun" boolean DEFAULT false NOT NULL,
	"git_branch" text,
	"survey_vars" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"suppress_success_alerts" boolean DEFAULT false NOT NULL,
	"allow_parallel_tasks" boolean DEFAULT false NOT NULL,
	"runner_tag" text DEFAULT '' NOT NULL,
	"timeout_seconds" integer DEFAULT 0 NOT NULL,
	"auto_approve" boolean DEFAULT false NOT NULL,
	"tasks" integer DEFAULT 0 NOT NULL,
	"last_task_id" integer,
	CONSTRAINT "templates_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"admin" boolean DEFAULT false NOT NULL,
	"external" boolean DEFAULT false NOT NULL,
	"alert" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"title" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "views_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "access_keys" ADD CONSTRAINT "access_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environment_secrets" ADD CONSTRAINT "environment_secrets_environment_fk" FOREIGN KEY ("project_id","environment_id") REFERENCES "public"."environments"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "environments" ADD CONSTRAINT "environments_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_keys" ADD CONSTRAINT "host_keys_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_aliases" ADD CONSTRAINT "integration_aliases_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_aliases" ADD CONSTRAINT "integration_aliases_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_matchers" ADD CONSTRAINT "integration_matchers_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_values" ADD CONSTRAINT "integration_values_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_template_fk" FOREIGN KEY ("project_id","template_id") REFERENCES "public"."templates"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_auth_secret_fk" FOREIGN KEY ("project_id","auth_secret_id") REFERENCES "public"."access_keys"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_integration_id_integrations_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventories" ADD CONSTRAINT "inventories_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventories" ADD CONSTRAINT "inventories_ssh_key_fk" FOREIGN KEY ("project_id","ssh_key_id") REFERENCES "public"."access_keys"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventories" ADD CONSTRAINT "inventories_become_key_fk" FOREIGN KEY ("project_id","become_key_id") REFERENCES "public"."access_keys"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventories" ADD CONSTRAINT "inventories_repository_fk" FOREIGN KEY ("project_id","repository_id") REFERENCES "public"."repositories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repositories" ADD CONSTRAINT "repositories_ssh_key_fk" FOREIGN KEY ("project_id","ssh_key_id") REFERENCES "public"."access_keys"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_fires" ADD CONSTRAINT "schedule_fires_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_template_fk" FOREIGN KEY ("project_id","template_id") REFERENCES "public"."templates"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_repository_fk" FOREIGN KEY ("project_id","repository_id") REFERENCES "public"."repositories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_chunks" ADD CONSTRAINT "log_chunks_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_attempts" ADD CONSTRAINT "task_attempts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_attempts" ADD CONSTRAINT "task_attempts_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_template_fk" FOREIGN KEY ("project_id","template_id") REFERENCES "public"."templates"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_build_task_fk" FOREIGN KEY ("project_id","build_task_id") REFERENCES "public"."tasks"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_vaults" ADD CONSTRAINT "template_vaults_template_fk" FOREIGN KEY ("project_id","template_id") REFERENCES "public"."templates"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_vaults" ADD CONSTRAINT "template_vaults_key_fk" FOREIGN KEY ("project_id","vault_key_id") REFERENCES "public"."access_keys"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_inventory_fk" FOREIGN KEY ("project_id","inventory_id") REFERENCES "public"."inventories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_repository_fk" FOREIGN KEY ("project_id","repository_id") REFERENCES "public"."repositories"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_environment_fk" FOREIGN KEY ("project_id","environment_id") REFERENCES "public"."environments"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_view_fk" FOREIGN KEY ("project_id","view_id") REFERENCES "public"."views"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_build_template_fk" FOREIGN KEY ("project_id","build_template_id") REFERENCES "public"."templates"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "views" ADD CONSTRAINT "views_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_keys_name" ON "access_keys" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "environment_secrets_environment" ON "environment_secrets" USING btree ("project_id","environment_id");--> statement-breakpoint
CREATE INDEX "environments_name" ON "environments" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "events_project" ON "events" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "events_global" ON "events" USING btree ("id") WHERE project_id is null;--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "integration_aliases_project" ON "integration_aliases" USING btree ("project_id","integration_id");--> statement-breakpoint
CREATE INDEX "integration_matchers_integration" ON "integration_matchers" USING btree ("integration_id","id");--> statement-breakpoint
CREATE INDEX "integration_values_integration" ON "integration_values" USING btree ("integration_id","name");--> statement-breakpoint
CREATE INDEX "integrations_template" ON "integrations" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "integrations_auth_secret" ON "integrations" USING btree ("auth_secret_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_project" ON "webhook_deliveries" USING btree ("project_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_key" ON "webhook_deliveries" USING btree ("integration_id","delivery_key");--> statement-breakpoint
CREATE INDEX "inventories_name" ON "inventories" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "inventories_ssh_key" ON "inventories" USING btree ("ssh_key_id");--> statement-breakpoint
CREATE INDEX "inventories_become_key" ON "inventories" USING btree ("become_key_id");--> statement-breakpoint
CREATE INDEX "inventories_repository" ON "inventories" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "login_attempts_account" ON "login_attempts" USING btree ("account","created");--> statement-breakpoint
CREATE INDEX "login_attempts_ip" ON "login_attempts" USING btree ("ip","created");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_project" ON "outbox" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "project_members_user" ON "project_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "projects_name" ON "projects" USING btree ("name");--> statement-breakpoint
CREATE INDEX "repositories_name" ON "repositories" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "repositories_ssh_key" ON "repositories" USING btree ("ssh_key_id");--> statement-breakpoint
CREATE INDEX "schedules_template" ON "schedules" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "schedules_repository" ON "schedules" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_run_at") WHERE active and repository_id is null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "sessions" USING btree ("last_seen");--> statement-breakpoint
CREATE INDEX "task_attempts_open" ON "task_attempts" USING btree ("runner_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "tasks_project" ON "tasks" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "tasks_template" ON "tasks" USING btree ("template_id","id");--> statement-breakpoint
CREATE INDEX "tasks_build_task" ON "tasks" USING btree ("build_task_id");--> statement-breakpoint
CREATE INDEX "tasks_waiting" ON "tasks" USING btree ("project_id","template_id","id") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "tasks_unfinished" ON "tasks" USING btree ("project_id","status") WHERE status not in ('success', 'error', 'stopped');--> statement-breakpoint
CREATE INDEX "tasks_slots" ON "tasks" USING btree ("project_id","template_id") WHERE holds_slot;--> statement-breakpoint
CREATE INDEX "tasks_runner" ON "tasks" USING btree ("runner_id") WHERE status not in ('success', 'error', 'stopped');--> statement-breakpoint
CREATE INDEX "tasks_user" ON "tasks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "template_vaults_key" ON "template_vaults" USING btree ("vault_key_id");--> statement-breakpoint
CREATE INDEX "templates_name" ON "templates" USING btree ("project_id","name");--> statement-breakpoint
CREATE INDEX "templates_view" ON "templates" USING btree ("project_id","view_id");--> statement-breakpoint
CREATE INDEX "templates_build_template" ON "templates" USING btree ("build_template_id");--> statement-breakpoint
CREATE INDEX "templates_inventory" ON "templates" USING btree ("inventory_id");--> statement-breakpoint
CREATE INDEX "templates_repository" ON "templates" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "templates_environment" ON "templates" USING btree ("environment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "views_position" ON "views" USING btree ("project_id","position","id");