ALTER TABLE "order_timeline" ADD COLUMN "taxes" integer[];--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0017_refund_taxes', '0.1.0');
