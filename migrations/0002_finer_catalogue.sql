ALTER TABLE "categories" ADD COLUMN "layout" text DEFAULT 'grid' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "windows" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "member_price" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_member_price" CHECK ("variants"."member_price" is null or "variants"."member_price" >= 0);