import { readAppSecret } from '#server/backup/app-secret.ts'
import type { BackupReport } from '#server/backup/backup.ts'
import { backup } from '#server/backup/backup.ts'
import type { RestoreReport } from '#server/backup/restore.ts'
import { restore } from '#server/backup/restore.ts'
import { moveDatabase } from './move-database.ts'
import type { DatabaseCommand, Translate } from './shop-command.ts'

const megabyte = 1024 * 1024

export const backupCommands: DatabaseCommand[] = [
  {
    name: 'backup',
    args: ['FILE'],
    options: [],
    async runHere({ config, env }, input, t) {
      const answer = await backup(config, input.required(0), { env })
      return { answer, lines: showBackup(answer, t) }
    },
  },
  {
    name: 'restore',
    args: ['FILE'],
    options: [],
    async runHere({ config }, input, t) {
      const answer = await restore(config, input.required(0))
      return { answer, lines: showRestore(answer, t) }
    },
  },
  {
    name: 'move-database',
    args: [],
    options: [],
    async runHere({ config, env }, _, t) {
      const answer = await moveDatabase(config, env)
      return { answer, lines: [t('move_done', { ...answer })] }
    },
  },
  {
    name: 'app-secret',
    args: [],
    options: [],
    async runHere({ config }) {
      const answer = await readAppSecret(config)
      return { answer, lines: [answer] }
    },
  },
]

function showBackup({ bytes, leftOut, file, rows, tables, pictures }: BackupReport, t: Translate): string[] {
  const size = (bytes / megabyte).toFixed(1)
  return [
    t('backup_done', { file, rows, tables, pictures, size }),
    ...(leftOut.length > 0 ? [t('backup_left_out', { names: leftOut.join(', ') })] : []),
  ]
}

function showRestore(report: RestoreReport, t: Translate): string[] {
  const { createdAt: time, release, rows, tables, pictures, unknown, leftOut, newAppSecret, unreadable } = report
  return [
    t('restore_done', { time, release, rows, tables, pictures }),
    ...(unknown.length > 0 ? [t('restore_unknown', { names: unknown.join(', ') })] : []),
    ...(leftOut.length > 0 ? [t('restore_left_out', { names: leftOut.join(', ') })] : []),
    ...(newAppSecret ? [t('restore_new_secret')] : []),
    ...unreadable.map(({ table, keyId, rows: count }) =>
      keyId === 'demo'
        ? t('restore_unreadable_demo', { table, count })
        : t('restore_unreadable', { table, key: keyId, count }),
    ),
    ...(unreadable.length === 0 ? [t('restore_all_readable')] : []),
  ]
}
