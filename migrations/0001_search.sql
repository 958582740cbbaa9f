CREATE TABLE "search_words" (
	"key" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_words_key_word_pk" PRIMARY KEY("key","word")
);
--> statement-breakpoint
DROP INDEX "product_categories_category";--> statement-breakpoint
ALTER TABLE "product_categories" ADD COLUMN "product_position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "search_words_beginning" ON "search_words" USING btree ("key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "product_categories_shown" ON "product_categories" USING btree ("category_id","product_position","product_id");--> statement-breakpoint
UPDATE "product_categories" pc SET "product_position" = p."position" FROM "products" p WHERE p."id" = pc."product_id" AND p."position" <> 0;
