ALTER TABLE "legacy_attempts" DROP CONSTRAINT "legacy_attempts_runner_id_runners_id_fk";
--> statement-breakpoint
ALTER TABLE "legacy_attempts" ALTER COLUMN "runner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "legacy_attempts" ADD CONSTRAINT "legacy_attempts_runner_id_runners_id_fk" FOREIGN KEY ("runner_id") REFERENCES "public"."runners"("id") ON DELETE set null ON UPDATE no action;