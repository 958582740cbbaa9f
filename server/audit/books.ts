import type { AuditCheck, AuditFinding } from '#contract/messages/audit.ts'
import { keysOf } from '#contract/object-keys.ts'
import type { Config } from '#server/platform/config.ts'
import { findDatabase } from '#server/platform/database/embedded.ts'
import type { Log } from '#server/platform/log.ts'
import { goodsChecks } from './goods-checks.ts'
import { moneyChecks } from './money-checks.ts'

const checks: Record<AuditCheck, string> = { ...moneyChecks, ...goodsChecks }
/** The maximum number of subjects that the report names for each check. */
const maxSubjects = 20

/** A connection that runs statements in order. */
interface Connection {
  query<Row>(text: string): Promise<{ rows: Row[] }>
}

/**
 * Checks that the shop's books agree: payments, orders, refunds, credit, stock, slots, coupons and group-buys. Reads
 * one snapshot and changes nothing. Returns the checks that failed, or an empty list.
 */
export async function auditBooks(connection: Connection): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = []
  await connection.query('begin transaction isolation level repeatable read, read only')
  try {
    for (const check of keysOf(checks)) {
      const text = checks[check]
      const { rows } = await connection.query<{ subject: string; count: string }>(
        `select subject, count(*) over () as count from (${text}) found order by subject limit ${maxSubjects}`,
      )
      const [first] = rows
      if (first) findings.push({ check, count: Number(first.count), subjects: rows.map(({ subject }) => subject) })
    }
  } finally {
    await connection.query('rollback')
  }
  return findings
}

/**
 * Audits the shop's database over a separate connection without a time limit, because an audit of a large shop can
 * exceed the time limit of requests. Throws `DatabaseError`.
 */
export async function auditShop(config: Config, log: Log): Promise<AuditFinding[]> {
  const database = await findDatabase(config, log)
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: database.url,
    application_name: 'audit',
    connectionTimeoutMillis: 10_000,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c search_path=public',
  })
  // A lost connection fails the current statement. Without a listener, the lost connection would also end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await auditBooks(client)
  } finally {
    await client.end().catch(() => {})
    await database.close()
  }
}
