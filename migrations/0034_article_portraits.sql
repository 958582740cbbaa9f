ALTER TABLE "articles" ADD COLUMN "portrait" jsonb;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0034_article_portraits', '0.1.0');