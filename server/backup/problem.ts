import type { StaffText } from '#contract/messages/staff.ts'
import { databaseCode } from '#server/platform/database/errors.ts'
import { nodeFields } from '#server/platform/node-errors.ts'

/** Thrown if a backup or a restore cannot continue. `text` names the message with the reason and the remedy. */
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
/**
 * Maps each error code of a file operation to a message. Staff entered the file's name, so the message tells them what
 * is wrong with the file.
 */
const fileProblems = new Map<string, StaffText>([
  ['ENOENT', 'backup_file_missing'],
  ['ENOTDIR', 'backup_file_missing'],
  ['EACCES', 'backup_file_forbidden'],
  ['EPERM', 'backup_file_forbidden'],
  ['EROFS', 'backup_file_forbidden'],
  ['EISDIR', 'backup_file_unreadable'],
  ['EIO', 'backup_file_unreadable'],
])
/** The SQLSTATE for a full disk. */
const fullDatabaseDisk = '53100'

/** The name of an incomplete archive. */
export const partOf = (file: string) => `${file}.part`

/** Converts an error to a `BackupError` if its cause is outside the shop: the disk, the file or the database. */
export function explain(error: unknown, file: string): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error
  const { message } = error
  const { code = '', path, syscall } = nodeFields(error)
  const toBackupError = (text: StaffText, values: Record<string, string>) =>
    new BackupError(text, values, { cause: error })
  const fileName = path === undefined || path === partOf(file) ? file : path
  if (fullDisk.has(code)) return toBackupError('backup_disk_full', { file: fileName })
  const problem = fileProblems.get(code)
  if (problem && (path || syscall === 'write' || syscall === 'read'))
    return toBackupError(problem, { file: fileName, reason: code })
  if (code === fullDatabaseDisk) return toBackupError('backup_database_full', { reason: message })
  const isLost = /^Connection terminated|^08|^57P0|^ECONN|^ETIMEDOUT|^EPIPE/.test(code || message)
  if (isLost) return toBackupError('backup_database_lost', { reason: message || code })
  if (databaseCode(error)) return toBackupError('backup_database_refused', { reason: message })
  return error
}
