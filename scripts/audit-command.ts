import { rowText } from '#contract/languages.ts'
import { auditTexts } from '#contract/messages/audit.ts'
import { auditShop } from '#server/audit/books.ts'
import { createLog } from '#server/platform/log.ts'
import type { DatabaseCommand } from './shop-command.ts'

/** Audits the shop's database. Prints each failed check, and below it one line for each contradictory record. */
export const auditCommand: DatabaseCommand = {
  name: 'audit',
  args: [],
  options: [],
  async runHere({ config, locale }, _, t) {
    const findings = await auditShop(config, createLog(config.LOG))
    const lines = findings.flatMap(({ check, count, subjects }) => [
      t('audit_found', { what: rowText(auditTexts[check])[locale], count }),
      ...subjects.map((subject) => `  ${subject}`),
    ])
    return { answer: findings, lines: lines.length > 0 ? lines : [t('audit_clean')], isBad: findings.length > 0 }
  },
}
