import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { explain, partOf } from '#server/backup/problem.ts'
import { exportProducts } from '#server/catalogue/export.ts'
import { openApp } from '#server/platform/app.ts'
import { systemContext } from '#server/platform/context.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/log.ts'
import { writeLogEntry as writeLog } from '#server/staff/log.ts'
import type { DatabaseCommand } from './shop-command.ts'

/** Writes all products to a file that `npm run import` reads. */
export const exportCommand: DatabaseCommand = {
  name: 'export',
  args: ['FILE'],
  options: [],
  async runHere({ config }, input, t) {
    const file = input.required(0)
    const log = createLog(config.LOG)
    const app = await openApp(config, {}, await openDatabase(config, log, 'command'))
    const ctx = systemContext(app)
    try {
      await writeLog(ctx, 'staff.exportProducts', { subject: file, location: null, before: null, after: null })
      const pieces = exportProducts(ctx, config.PUBLIC_URL ?? '')
      await pipeline(Readable.from(pieces), createWriteStream(partOf(file)))
      await rename(partOf(file), file)
      return { answer: { file }, lines: [t('export_done', { file })] }
    } catch (error) {
      await rm(partOf(file), { force: true })
      throw explain(error, file)
    } finally {
      await app.database.close()
    }
  },
}
