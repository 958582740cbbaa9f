ALTER TABLE "staff_people" ADD COLUMN "known_devices" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0025_known_devices', '0.1.0');
