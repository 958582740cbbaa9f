ALTER TABLE "imported_products" ADD COLUMN "stock" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0039_import_stock', '0.1.0');
