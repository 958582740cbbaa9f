ALTER TABLE "locations" ADD COLUMN "slower" jsonb;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0024_rush', '0.1.0');
