ALTER TABLE "carts" ADD COLUMN "claims" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0033_coupon_claims', '0.1.0');