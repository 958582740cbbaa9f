import { importPartBytes } from '#contract/import-limits.ts'
import { upload } from '../core/api.ts'

/**
 * Sends the file of an import in parts, so that no request contains the whole file. Throws `ApiError` if the server
 * refuses a part.
 */
export async function uploadImport(id: string, file: File): Promise<void> {
  for (let offset = 0; offset < file.size; offset += importPartBytes) {
    const part = new File([file.slice(offset, offset + importPartBytes)], file.name)
    await upload(`/imports/${id}/parts`, part, { at: String(offset) })
  }
}
