CREATE TABLE "coupon_persons" (
	"code" text NOT NULL,
	"person" text NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "coupon_persons_code_person_pk" PRIMARY KEY("code","person"),
	CONSTRAINT "coupon_persons_used" CHECK ("coupon_persons"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"order_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"persons" text[] NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"returned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"code" text PRIMARY KEY NOT NULL,
	"name" jsonb NOT NULL,
	"note" jsonb DEFAULT '{"en":"","zh":""}'::jsonb NOT NULL,
	"reward" jsonb NOT NULL,
	"conditions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"max_uses_each" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"listed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "coupons_code" CHECK ("coupons"."code" = upper("coupons"."code") and "coupons"."code" <> ''),
	CONSTRAINT "coupons_never_over" CHECK ("coupons"."used" >= 0 and ("coupons"."max_uses" is null or "coupons"."used" <= "coupons"."max_uses"))
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"province" text NOT NULL,
	"tax" text NOT NULL,
	"from" date NOT NULL,
	"rates" jsonb NOT NULL,
	CONSTRAINT "tax_rates_province_tax_from_pk" PRIMARY KEY("province","tax","from")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "prepayment" jsonb;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "deposit" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_persons" ADD CONSTRAINT "coupon_persons_code_coupons_code_fk" FOREIGN KEY ("code") REFERENCES "public"."coupons"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_code_coupons_code_fk" FOREIGN KEY ("code") REFERENCES "public"."coupons"("code") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "coupon_uses_code" ON "coupon_uses" USING btree ("code");--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_deposit" CHECK ("variants"."deposit" >= 0);