CREATE TABLE "state_credentials" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"task_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"phase" text NOT NULL,
	"workspace_id" integer NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_locks" (
	"workspace_id" integer PRIMARY KEY NOT NULL,
	"info" jsonb NOT NULL,
	"task_id" integer,
	"attempt" integer,
	"token_id" integer,
	"created" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "state_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state_id" integer NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"writes" boolean NOT NULL,
	"user_id" integer NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used" timestamp with time zone,
	CONSTRAINT "state_tokens_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "state_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "state_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"workspace_id" integer NOT NULL,
	"number" integer NOT NULL,
	"serial" bigint,
	"lineage" text NOT NULL,
	"checksum" text NOT NULL,
	"size" integer NOT NULL,
	"content" text NOT NULL,
	"tool_version" text DEFAULT '' NOT NULL,
	"resources" integer NOT NULL,
	"outputs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"offered" boolean DEFAULT false NOT NULL,
	"cause" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"task_id" integer,
	"user_id" integer,
	"commit_hash" text,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "state_versions_number" UNIQUE("workspace_id","number")
);
--> statement-breakpoint
CREATE TABLE "state_workspaces" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "state_workspaces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state_id" integer NOT NULL,
	"name" text NOT NULL,
	"newest" integer,
	"last_number" integer DEFAULT 0 NOT NULL,
	"passphrase" text,
	CONSTRAINT "state_workspaces_name" UNIQUE("state_id","name")
);
--> statement-breakpoint
CREATE TABLE "states" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "states_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"project_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "states_project_id_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "state_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "workspace" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "state_version" integer;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "init_arguments" text;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "state_id" integer;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "stack" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "declares_backend" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "state_credentials" ADD CONSTRAINT "state_credentials_workspace_id_state_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."state_workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_credentials" ADD CONSTRAINT "state_credentials_attempt_fk" FOREIGN KEY ("task_id","attempt") REFERENCES "public"."task_attempts"("task_id","attempt") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_locks" ADD CONSTRAINT "state_locks_workspace_id_state_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."state_workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_locks" ADD CONSTRAINT "state_locks_token_id_state_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."state_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_locks" ADD CONSTRAINT "state_locks_attempt_fk" FOREIGN KEY ("task_id","attempt") REFERENCES "public"."task_attempts"("task_id","attempt") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_tokens" ADD CONSTRAINT "state_tokens_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_tokens" ADD CONSTRAINT "state_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_versions" ADD CONSTRAINT "state_versions_workspace_id_state_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."state_workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_versions" ADD CONSTRAINT "state_versions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_versions" ADD CONSTRAINT "state_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_workspaces" ADD CONSTRAINT "state_workspaces_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "states" ADD CONSTRAINT "states_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "state_credentials_workspace" ON "state_credentials" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "state_credentials_attempt" ON "state_credentials" USING btree ("task_id","attempt");--> statement-breakpoint
CREATE INDEX "state_locks_attempt" ON "state_locks" USING btree ("task_id","attempt");--> statement-breakpoint
CREATE INDEX "state_locks_token" ON "state_locks" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "state_tokens_state" ON "state_tokens" USING btree ("state_id");--> statement-breakpoint
CREATE INDEX "state_tokens_user" ON "state_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "state_versions_task" ON "state_versions" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "state_versions_user" ON "state_versions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "states_name" ON "states" USING btree ("project_id","name");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_state_id_states_id_fk" FOREIGN KEY ("state_id") REFERENCES "public"."states"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "templates" ADD CONSTRAINT "templates_state_fk" FOREIGN KEY ("project_id","state_id") REFERENCES "public"."states"("project_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_state" ON "tasks" USING btree ("state_id","id") WHERE state_id is not null;--> statement-breakpoint
CREATE INDEX "templates_state" ON "templates" USING btree ("state_id");--> statement-breakpoint
ALTER TABLE "state_versions" ALTER COLUMN "content" SET STORAGE EXTERNAL;
