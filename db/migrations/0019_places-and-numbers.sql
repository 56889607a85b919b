ALTER TABLE "drifts" DROP CONSTRAINT "drifts_template_id_workspace_pk";--> statement-breakpoint
ALTER TABLE "drifts" ADD COLUMN "inventory_id" integer;--> statement-breakpoint
ALTER TABLE "state_versions" ADD COLUMN "task_number" integer;--> statement-breakpoint
UPDATE "state_versions" SET "task_number" = "task_id";--> statement-breakpoint
UPDATE "drifts" SET "inventory_id" = "inventories"."id"
  FROM "templates", "inventories"
  WHERE "templates"."id" = "drifts"."template_id" AND "templates"."state_id" IS NULL
    AND "inventories"."project_id" = "drifts"."project_id"
    AND "inventories"."id" = coalesce(
      (SELECT ("tasks"."snapshot"->'inventory'->>'id')::int FROM "tasks" WHERE "tasks"."id" = "drifts"."task_id"),
      "templates"."inventory_id");--> statement-breakpoint
ALTER TABLE "drifts" ADD CONSTRAINT "drifts_inventory_fk" FOREIGN KEY ("project_id","inventory_id") REFERENCES "public"."inventories"("project_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drifts_inventory" ON "drifts" USING btree ("inventory_id");--> statement-breakpoint
ALTER TABLE "drifts" ADD CONSTRAINT "drifts_place" UNIQUE NULLS NOT DISTINCT("template_id","workspace","inventory_id");