import { expect } from 'vitest'
import type { OfficeImport } from '#contract/office/imports.ts'
import {
  addImportPart,
  checkImport,
  importState,
  readImport,
  runImport,
  startImport,
  undoImport,
} from '#server/catalogue/import/office-imports.ts'
import { fixImportRow } from '#server/catalogue/import/office-rows.ts'
import type { TestShop } from './harness.ts'

type CheckOptions = Partial<Pick<OfficeImport, 'columns' | 'language' | 'taxClass' | 'track' | 'overwrite'>>

/** Functions for the steps of an import in the back office. Each waits until its step has ended. */
export function importSteps(shop: TestShop) {
  const state = ({ import: id }: Pick<OfficeImport, 'import'>) => importState(shop.ctx(), { import: id })

  /** Waits until the current step of an import has ended. */
  async function ended(started: OfficeImport): Promise<OfficeImport> {
    await expect.poll(async () => (await state(started)).status, { timeout: 20_000 }).not.toMatch(/ing$/)
    return state(started)
  }

  /** Uploads a file and reads its header. */
  async function upload(content: string | Buffer, fileName = 'products.csv'): Promise<OfficeImport> {
    const bytes = Buffer.from(content)
    const { import: id } = await startImport(shop.ctx(), { fileName, size: bytes.length })
    await addImportPart(shop.ctx(), { import: id, at: 0, file: new File([bytes], fileName) })
    return readImport(shop.ctx(), { import: id })
  }

  async function check(uploaded: OfficeImport, chosen: CheckOptions = {}): Promise<OfficeImport> {
    const { import: id, columns, language, taxClass, track, overwrite } = uploaded
    return ended(
      await checkImport(shop.ctx(), { import: id, columns, language, taxClass, track, overwrite, ...chosen }),
    )
  }

  /** Corrects cells of a refused row. If the shop then checks the whole file again, waits until the check has ended. */
  const fix = async ({ import: id }: OfficeImport, line: number, cells: Record<string, string>) =>
    ended(await fixImportRow(shop.ctx(), { import: id, line, cells }))

  const run = async ({ import: id }: OfficeImport) => ended(await runImport(shop.ctx(), { import: id }))
  const undo = async ({ import: id }: OfficeImport, all = false) =>
    ended(await undoImport(shop.ctx(), { import: id, all }))

  /** Uploads, checks and imports a file. */
  const bring = async (content: string, chosen: CheckOptions = {}) => run(await check(await upload(content), chosen))

  return { state, ended, upload, check, fix, run, undo, bring }
}
