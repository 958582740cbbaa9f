UPDATE "staff_people" AS p SET "second_step_due" = now() + interval '7 days'
WHERE p."second_step_due" < now() + interval '7 days' AND p."totp_secret" IS NULL AND p."passkeys" = '[]'
	AND EXISTS (SELECT 1 FROM "staff_roles" r WHERE r."person_id" = p."id" AND r."role" = 'cashier')
	AND NOT EXISTS (SELECT 1 FROM "staff_roles" r WHERE r."person_id" = p."id" AND r."role" IN ('owner', 'manager', 'bookkeeper'));--> statement-breakpoint
INSERT INTO "compatible_releases" ("migration", "oldest_release") VALUES ('0045_second_step_grace', '0.1.0');
