ALTER TABLE "modifier_groups" ADD COLUMN "condition" jsonb;--> statement-breakpoint
ALTER TABLE "modifiers" ADD COLUMN "preselected" boolean DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0040_modifier_conditions', '0.1.0');
