CREATE TABLE "task_event_chunks" (
	"task_id" integer NOT NULL,
	"first_event" integer NOT NULL,
	"event_count" integer NOT NULL,
	"attempt" integer NOT NULL,
	"steps" integer[] NOT NULL,
	"hosts" integer[] NOT NULL,
	"states" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "task_event_chunks_task_id_first_event_pk" PRIMARY KEY("task_id","first_event")
);
--> statement-breakpoint
CREATE TABLE "task_hosts" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"millis" bigint NOT NULL,
	CONSTRAINT "task_hosts_task_id_number_pk" PRIMARY KEY("task_id","number")
);
--> statement-breakpoint
CREATE TABLE "task_steps" (
	"task_id" integer NOT NULL,
	"number" integer NOT NULL,
	"play" text NOT NULL,
	"name" text NOT NULL,
	"file" text NOT NULL,
	"file_line" integer NOT NULL,
	"is_handler" boolean NOT NULL,
	"states" text NOT NULL,
	"started" bigint,
	"ended" bigint,
	"millis" bigint NOT NULL,
	"last_event" integer NOT NULL,
	CONSTRAINT "task_steps_task_id_number_pk" PRIMARY KEY("task_id","number")
);
--> statement-breakpoint
ALTER TABLE "task_attempts" ADD COLUMN "events" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "task_attempts" ADD COLUMN "events_crc" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "task_event_chunks" ADD CONSTRAINT "task_event_chunks_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_hosts" ADD CONSTRAINT "task_hosts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_steps" ADD CONSTRAINT "task_steps_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;