ALTER TABLE "runners" ADD COLUMN "protocol" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "runners" ADD COLUMN "capabilities" text[] DEFAULT '{}' NOT NULL;