ALTER TABLE "refunds" ADD COLUMN "takes_pieces" boolean DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0018_refund_pieces', '0.1.0');
