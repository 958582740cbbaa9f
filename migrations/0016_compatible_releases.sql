CREATE TABLE "compatible_releases" (
	"migration" text PRIMARY KEY NOT NULL,
	"oldest_release" text NOT NULL,
	CONSTRAINT "compatible_releases_version" CHECK ("compatible_releases"."oldest_release" ~ '^\d+\.\d+\.\d+$')
);
--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES
	('0008_order_network_and_proof', '0.1.0'),
	('0009_order_emails', '0.1.0'),
	('0010_attempt_counts', '0.1.0'),
	('0011_unmatched_payments_and_refund_delivery', '0.1.0'),
	('0012_registrations_and_erasure', '0.1.0'),
	('0013_lead_times_and_variant_tax_classes', '0.1.0'),
	('0014_order_limits', '0.1.0'),
	('0015_holds', '0.1.0'),
	('0016_compatible_releases', '0.1.0');
