CREATE TABLE "address_codes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"session_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"proven_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "address_codes_email" ON "address_codes" USING btree ("email","sent_at");--> statement-breakpoint
CREATE INDEX "address_codes_session" ON "address_codes" USING btree ("session_id","email");--> statement-breakpoint
CREATE INDEX "address_codes_sent" ON "address_codes" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "orders_network" ON "orders" USING btree ("network","placed_at") WHERE "orders"."network" <> '' and "orders"."payment_status" in ('NOT_PAID', 'FAILED');