import { expect, test } from 'vitest'
import type { Release } from './migration-rules.ts'
import { findBreaks } from './migration-rules.ts'

const release = { version: '0.1.0', commit: '', lastMigration: '0007', unused: [], satisfied: [] }
const tables = new Map([
  ['orders', { columns: new Set(['id', 'note', 'total']), uniques: new Set(['orders_pkey', 'orders_code']) }],
  ['carts', { columns: new Set(['id']), uniques: new Set(['carts_pkey']) }],
])

/**
 * Returns the problems of these migrations. Adds to each migration the statement that records it in
 * `compatible_releases`.
 */
function judge(migrations: string | string[], changes: Partial<Release> = {}): Promise<string[]> {
  const recorded = [migrations].flat().map((sql, at) => ({
    tag: `000${at + 8}`,
    sql: `${sql};--> statement-breakpoint\nINSERT INTO "compatible_releases" VALUES ('000${at + 8}', '0.1.0');`,
  }))
  return findBreaks(recorded, [{ ...release, ...changes }], tables)
}

test.each([
  'CREATE TABLE "notes" ("id" text PRIMARY KEY NOT NULL, "body" text NOT NULL UNIQUE, CHECK (body <> \'\'))',
  'CREATE TABLE notes (id text, order_id text REFERENCES orders ON DELETE CASCADE, FOREIGN KEY (id) REFERENCES carts (id) ON DELETE SET NULL)',
  'ALTER TABLE "orders" ADD COLUMN "network" text',
  `ALTER TABLE "orders" ADD COLUMN "network" text DEFAULT '' NOT NULL`,
  'ALTER TABLE orders ADD COLUMN number bigserial NOT NULL',
  'ALTER TABLE orders ADD COLUMN number int GENERATED ALWAYS AS IDENTITY NOT NULL',
  'ALTER TABLE orders ADD COLUMN half int NOT NULL GENERATED ALWAYS AS (total / 2) STORED',
  'ALTER TABLE orders ADD COLUMN lead int DEFAULT 0 NOT NULL; ALTER TABLE orders ADD CONSTRAINT lead CHECK ("orders"."lead" >= 0)',
  'ALTER TABLE orders ADD COLUMN cart_id text REFERENCES carts (id) ON DELETE SET NULL',
  'ALTER TABLE orders ADD COLUMN code text UNIQUE',
  'ALTER TABLE orders ADD COLUMN code text; CREATE UNIQUE INDEX coded ON orders (total, code)',
  'ALTER TABLE orders ALTER COLUMN note DROP NOT NULL',
  `ALTER TABLE orders ALTER COLUMN note SET DEFAULT ''`,
  'ALTER TABLE orders DROP CONSTRAINT orders_total',
  'ALTER TABLE orders SET (fillfactor = 80)',
  'CREATE INDEX "by_note" ON "orders" USING btree ("note")',
  'DROP INDEX by_total',
  "UPDATE orders SET note = '' WHERE note IS NULL",
  "INSERT INTO orders (note) VALUES ('DROP TABLE orders')",
  "COMMENT ON TABLE orders IS 'ALTER TABLE orders DROP COLUMN note'",
  '-- DROP TABLE orders\nSELECT 1',
  'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ select 1 $$',
  // Migrations are free to change tables and columns that the previous release does not have.
  'CREATE TABLE notes (id text); ALTER TABLE notes DROP COLUMN id; DROP TABLE notes',
  'ALTER TABLE orders ADD COLUMN a text; ALTER TABLE orders RENAME COLUMN a TO b; ALTER TABLE orders ALTER b TYPE int USING b::int; ALTER TABLE orders DROP COLUMN b',
])('allows: %s', async (sql) => {
  expect(await judge(sql)).toEqual([])
})

test.each([
  ['DROP TABLE "orders"', 'drops the table orders'],
  ['drop table if exists Notes, "orders" cascade', 'drops the table orders'],
  ['ALTER TABLE "orders" DROP COLUMN "note"', 'drops orders.note'],
  ['alter table only public . ORDERS drop if exists Note restrict', 'drops orders.note'],
  ['ALTER TABLE orders /* later */ DROP -- now\n COLUMN "note"', 'drops orders.note'],
  ['ALTER TABLE orders ADD COLUMN a int, DROP COLUMN note', 'drops orders.note'],
  ['ALTER TABLE orders RENAME TO purchases', 'renames orders'],
  ['ALTER TABLE orders RENAME note TO remark', 'renames orders.note'],
  ['ALTER TABLE orders RENAME CONSTRAINT orders_total TO sums', 'renames orders.orders_total'],
  ['ALTER INDEX orders_code RENAME TO codes', 'renames the unique index orders_code'],
  ['ALTER TABLE orders ALTER COLUMN note SET NOT NULL', 'demands values in orders.note'],
  ['ALTER TABLE orders ALTER note SET DATA TYPE varchar(10)', 'changes the type of orders.note'],
  ['ALTER TABLE orders ALTER COLUMN note DROP DEFAULT', 'drops the default of orders.note'],
  ['ALTER TABLE orders ADD COLUMN network text NOT NULL', 'demands a value for orders.network'],
  [
    "ALTER TABLE orders ADD COLUMN n text DEFAULT '' NOT NULL; ALTER TABLE orders ALTER n DROP DEFAULT",
    'demands a value',
  ],
  [
    'ALTER TABLE orders ADD COLUMN n text; UPDATE orders SET n = id; ALTER TABLE orders ALTER n SET NOT NULL',
    'demands a value',
  ],
  ['ALTER TABLE orders ADD CONSTRAINT sums CHECK (total > 0)', 'adds a rule to orders'],
  ['ALTER TABLE orders ADD CHECK (total > 0) NOT VALID', 'adds a rule to orders'],
  ['ALTER TABLE orders ADD COLUMN a int DEFAULT 0; ALTER TABLE orders ADD CHECK (a < total)', 'adds a rule to orders'],
  ['ALTER TABLE orders ADD COLUMN a int CHECK (a < total)', 'adds a rule to orders'],
  ['ALTER TABLE orders ADD UNIQUE (note)', 'adds a rule to orders'],
  ['ALTER TABLE orders ADD CONSTRAINT key PRIMARY KEY (id, note)', 'adds a rule to orders'],
  ['ALTER TABLE orders ADD EXCLUDE USING gist (note WITH =)', 'adds a rule to orders'],
  ['CREATE UNIQUE INDEX "by_note" ON "orders" USING btree ("note") WHERE "total" > 0', 'adds a rule to orders'],
  ['CREATE UNIQUE INDEX ON orders (lower(note))', 'adds a rule to orders'],
  ["ALTER TABLE orders ADD COLUMN c text DEFAULT ''; CREATE UNIQUE INDEX coded ON orders (c)", 'adds a rule to orders'],
  [
    'ALTER TABLE orders ADD COLUMN c text; CREATE UNIQUE INDEX u ON orders (c) NULLS NOT DISTINCT',
    'adds a rule to orders',
  ],
  ['ALTER TABLE orders ADD FOREIGN KEY (note) REFERENCES carts (id) ON DELETE CASCADE', 'adds a rule to orders'],
  ['CREATE TABLE notes (order_id text REFERENCES orders (id))', 'keeps release 0.1.0 from deleting rows of orders'],
  ['CREATE TABLE n (o text, FOREIGN KEY (o) REFERENCES orders ON DELETE RESTRICT)', 'from deleting rows of orders'],
  ['CREATE TABLE n (o text); ALTER TABLE n ADD FOREIGN KEY (o) REFERENCES orders', 'from deleting rows of orders'],
  ['DROP INDEX "orders_code"', 'drops the unique orders.orders_code'],
  ['ALTER TABLE orders DROP CONSTRAINT orders_pkey', 'drops the unique orders.orders_pkey'],
  ['TRUNCATE orders', 'empties orders'],
  ['CREATE INDEX CONCURRENTLY by_note ON orders (note)', 'creates by_note concurrently'],
  ['CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ select 1 $$', 'replaces a function'],
  // The check refuses statements that it cannot judge.
  ['DO $$ BEGIN DROP TABLE orders; END $$', 'has a statement that this check does not know (DoStmt)'],
  ['CREATE TRIGGER t BEFORE INSERT ON orders EXECUTE FUNCTION f()', 'does not know (CreateTrigStmt)'],
  ['ALTER TABLE orders ENABLE ROW LEVEL SECURITY', 'does not know (AT_EnableRowSecurity)'],
  ['DROP FUNCTION f', 'does not know (OBJECT_FUNCTION)'],
  ['ALTER TABLE orders DRIP COLUMN note', 'cannot be read as SQL'],
])('refuses: %s', async (sql, reason) => {
  const problems = await judge(sql)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(reason)
  expect(problems[0]).toMatch(/^0008 /)
})

test('allows a break that a later migration repairs', async () => {
  expect(
    await judge([
      'ALTER TABLE orders ADD COLUMN a text NOT NULL; ALTER TABLE orders ADD CONSTRAINT sums CHECK (total > 0); CREATE UNIQUE INDEX u ON orders (note)',
      "ALTER TABLE orders ALTER a SET DEFAULT ''; ALTER TABLE orders DROP CONSTRAINT sums; DROP INDEX u",
    ]),
  ).toEqual([])
})

test.each([
  ['DROP TABLE orders', 'orders'],
  ['ALTER TABLE orders DROP COLUMN note', 'orders.note'],
  ['ALTER TABLE orders RENAME note TO remark', 'orders.note'],
  ['ALTER TABLE orders ALTER note TYPE int', 'orders.note'],
  ['DROP INDEX orders_code', 'orders.orders_code'],
])('allows after a release that does not use it: %s', async (sql, unused) => {
  expect(await judge(sql, { unused: [unused] })).toEqual([])
  expect(await judge(sql, { satisfied: [unused] })).toHaveLength(1)
  expect(await judge(sql, { unused: ['carts'] })).toHaveLength(1)
})

test.each([
  ['ALTER TABLE orders ALTER note SET NOT NULL', 'orders.note'],
  ['ALTER TABLE orders ALTER note DROP DEFAULT', 'orders.note'],
  ['ALTER TABLE orders ADD CONSTRAINT sums CHECK (total > 0)', 'orders.sums'],
  ['CREATE UNIQUE INDEX by_note ON orders (note)', 'orders.by_note'],
  ['CREATE TABLE n (o text, CONSTRAINT n_o FOREIGN KEY (o) REFERENCES orders)', 'n.n_o'],
])('allows after a release whose writes obey it: %s', async (sql, satisfied) => {
  expect(await judge(sql, { satisfied: [satisfied] })).toEqual([])
})

const record = (tag: string, version: string) => `INSERT INTO compatible_releases VALUES ('${tag}', '${version}');`

test('each migration records its oldest release; the one that creates the table records earlier ones', async () => {
  const create = 'CREATE TABLE compatible_releases (migration text, oldest_release text);'
  const judged = (...all: [tag: string, sql: string][]) =>
    findBreaks(
      all.map(([tag, sql]) => ({ tag, sql })),
      [release],
      tables,
    )
  expect(await judged(['0008', 'SELECT 1'])).toEqual([
    `0008 does not record its oldest release. Append: INSERT INTO "compatible_releases" VALUES ('0008', '0.1.0').`,
  ])
  const named = `INSERT INTO compatible_releases (oldest_release, migration) VALUES ('0.1.0', '0008'), ('0.1.0', '0009')`
  expect(await judged(['0008', 'SELECT 1'], ['0009', `${create}${named}`])).toEqual([])
  expect(await judged(['0008', create + record('0008', '0.1.0') + record('0009', '0.1.0')], ['0009', ''])).toEqual([
    expect.stringContaining('0009 does not record its oldest release'),
  ])
})

test('a migration records a known release, and the previous one if only that allows the change', async () => {
  const releases = [release, { ...release, version: '0.2.0', unused: ['orders.note'] }]
  const judged = (sql: string) => findBreaks([{ tag: '0008', sql }], releases, tables)
  expect(await judged(record('0008', '0.1.0'))).toEqual([])
  expect(await judged(record('0008', '0.1.5'))).toEqual(['0008 records 0.1.5, which releases.json does not name.'])
  const drop = 'ALTER TABLE orders DROP COLUMN note;'
  expect(await judged(drop + record('0008', '0.2.0'))).toEqual([])
  expect(await judged(drop + record('0008', '0.1.0'))).toEqual([
    '0008 takes what only release 0.2.0 does not need, so it must record 0.2.0.',
  ])
})
