CREATE TABLE "payment_providers" (
	"name" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"mode" text NOT NULL,
	"numbers" jsonb NOT NULL,
	"secrets" "bytea",
	"places" jsonb,
	"least" integer,
	"most" integer,
	"position" integer NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0022_payment_providers', '0.1.0');
