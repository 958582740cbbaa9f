DROP INDEX "stock_holds_expiry";--> statement-breakpoint
ALTER TABLE "stock_holds" DROP COLUMN "expires_at";