CREATE TABLE "task_outputs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_outputs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"name" text NOT NULL,
	"value" jsonb,
	"secret" text,
	CONSTRAINT "task_outputs_name" UNIQUE("task_id","name")
);
--> statement-breakpoint
CREATE TABLE "workflow_items" (
	"task_id" integer NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"value" jsonb,
	"status" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"until" timestamp with time zone,
	"child_id" integer,
	CONSTRAINT "workflow_items_task_id_key_number_pk" PRIMARY KEY("task_id","key","number")
);
--> statement-breakpoint
CREATE TABLE "workflow_nodes" (
	"task_id" integer NOT NULL,
	"key" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" jsonb,
	"start" timestamp with time zone,
	"end" timestamp with time zone,
	"until" timestamp with time zone,
	"text" text DEFAULT '' NOT NULL,
	"decided_by_id" integer,
	"note" text DEFAULT '' NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"running" integer DEFAULT 0 NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"child_id" integer,
	CONSTRAINT "workflow_nodes_task_id_key_pk" PRIMARY KEY("task_id","key")
);
--> statement-breakpoint
CREATE TABLE "workflow_runs" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"graph" jsonb NOT NULL,
	"depth" integer DEFAULT 0 NOT NULL,
	"origin_id" integer,
	"stopping" text
);
--> statement-breakpoint
ALTER TABLE "templates" ALTER COLUMN "repository_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "parent_task_id" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "node_key" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "node_item" integer;--> statement-breakpoint
ALTER TABLE "templates" ADD COLUMN "graph" jsonb;--> statement-breakpoint
ALTER TABLE "task_outputs" ADD CONSTRAINT "task_outputs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_items" ADD CONSTRAINT "workflow_items_child_id_tasks_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_items" ADD CONSTRAINT "workflow_items_node_fk" FOREIGN KEY ("task_id","key") REFERENCES "public"."workflow_nodes"("task_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_nodes" ADD CONSTRAINT "workflow_nodes_task_id_workflow_runs_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."workflow_runs"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_nodes" ADD CONSTRAINT "workflow_nodes_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_nodes" ADD CONSTRAINT "workflow_nodes_child_id_tasks_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD CONSTRAINT "workflow_runs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD CONSTRAINT "workflow_runs_origin_id_tasks_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workflow_items_pending" ON "workflow_items" USING btree ("task_id","key","number") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "workflow_items_until" ON "workflow_items" USING btree ("until") WHERE status = 'pending' and until is not null;--> statement-breakpoint
CREATE INDEX "workflow_items_child" ON "workflow_items" USING btree ("child_id") WHERE child_id is not null;--> statement-breakpoint
CREATE INDEX "workflow_nodes_until" ON "workflow_nodes" USING btree ("until") WHERE status = 'waiting' and until is not null;--> statement-breakpoint
CREATE INDEX "workflow_nodes_approvals" ON "workflow_nodes" USING btree ("task_id") WHERE status = 'waiting' and text <> '';--> statement-breakpoint
CREATE INDEX "workflow_nodes_child" ON "workflow_nodes" USING btree ("child_id") WHERE child_id is not null;--> statement-breakpoint
CREATE INDEX "workflow_runs_origin" ON "workflow_runs" USING btree ("origin_id") WHERE origin_id is not null;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_parent_fk" FOREIGN KEY ("project_id","parent_task_id") REFERENCES "public"."tasks"("project_id","id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "tasks" VALIDATE CONSTRAINT "tasks_parent_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tasks_parent" ON "tasks" USING btree ("parent_task_id","id") WHERE parent_task_id is not null;