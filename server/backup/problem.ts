import type { StaffText } from '#contract/messages/staff.ts'
import { databaseCode } from '#server/platform/database-error.ts'

/** A backup or a restore cannot go on. `text` names the line that says why and what to do. */
export class BackupError extends Error {
  readonly text: StaffText
  readonly values: Record<string, string>
  constructor(text: StaffText, values: Record<string, string> = {}, options?: ErrorOptions) {
    super(`${text} ${JSON.stringify(values)}`, options)
    this.text = text
    this.values = values
  }
}

const fullDisk = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const closedFile = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EIO'])
/** SQLSTATE 53100. */
const fullDatabaseDisk = '53100'

interface Coded extends Error {
  code?: string
  /** Set by Node for a file. */
  path?: string
  syscall?: string
}

/** The same error as a `BackupError` where its cause is outside the shop: the disk, the file or the database. */
export function explain(error: unknown, file: string): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error
  const { code = '', message, path, syscall } = error as Coded
  const say = (text: StaffText, values: Record<string, string>) => new BackupError(text, values, { cause: error })
  if (fullDisk.has(code)) return say('backup_disk_full', { file: path ?? file })
  if (closedFile.has(code) && (path || syscall === 'write' || syscall === 'read')) {
    return say('backup_no_file', { file: path ?? file, reason: code })
  }
  if (code === fullDatabaseDisk) return say('backup_database_full', { reason: message })
  const isLost = /^Connection terminated|^08|^57P0|^ECONN|^ETIMEDOUT|^EPIPE/.test(code || message)
  if (isLost) return say('backup_database_lost', { reason: message || code })
  if (databaseCode(error)) return say('backup_database_refused', { reason: message })
  return error
}
