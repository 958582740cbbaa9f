CREATE TABLE "pictures" (
	"src" text PRIMARY KEY NOT NULL,
	"widths" jsonb NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt" jsonb DEFAULT '{"en":"","zh":""}'::jsonb NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"was_used" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "pictures_added" ON "pictures" USING btree ("added_at","src");--> statement-breakpoint
CREATE INDEX "pictures_removed" ON "pictures" USING btree ("removed_at") WHERE "pictures"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "products_pictures" ON "products" USING gin (jsonb_path_query_array("images", '$[*].src'));--> statement-breakpoint
CREATE INDEX "variants_picture" ON "variants" USING btree (("image"->>'src')) WHERE "variants"."image" is not null;--> statement-breakpoint
INSERT INTO "pictures" ("src", "widths", "width", "height", "alt", "added_at", "was_used")
SELECT DISTINCT ON (i.image->>'src') i.image->>'src', i.image->'widths', (i.image->>'width')::int, (i.image->>'height')::int,
  CASE WHEN i.image->'alt' = i.name OR jsonb_typeof(i.image->'alt') IS DISTINCT FROM 'object'
    THEN '{"en":"","zh":""}'::jsonb ELSE i.image->'alt' END,
  i.at, true
FROM (
  SELECT e.value AS image, p."name", p."created_at" AS at FROM "products" p, jsonb_array_elements(p."images") e
  UNION ALL SELECT v."image", p."name", p."created_at" FROM "variants" v JOIN "products" p ON p."id" = v."product_id"
  UNION ALL SELECT "image", "name", now() FROM "categories"
  UNION ALL SELECT "image", "name", now() FROM "brands"
  UNION ALL SELECT "cover", "title", now() FROM "campaigns"
  UNION ALL SELECT e.value, a."title", now() FROM "articles" a,
    jsonb_path_query(jsonb_build_array(a."cover", a."portrait", a."blocks"), '$.** ? (exists(@.src))') e(value)
  UNION ALL SELECT e.value, p."title", now() FROM "pages" p, jsonb_path_query(p."blocks", '$.** ? (exists(@.src))') e(value)
  UNION ALL SELECT e.value, null, now() FROM "sections" s, jsonb_path_query(s."content", '$.** ? (exists(@.src))') e(value)
) i
WHERE i.image->>'src' ~ '^/media/[0-9a-f]{32}$' AND jsonb_typeof(i.image->'widths') = 'array'
ORDER BY i.image->>'src', i.at
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0042_pictures', '0.1.0');
