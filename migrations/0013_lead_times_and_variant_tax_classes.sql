ALTER TABLE "products" ADD COLUMN "contact_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "lead_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_lead" CHECK ("products"."lead_minutes" between 0 and 86400);