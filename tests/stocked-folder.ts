import { openApp } from '#server/platform/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemContext } from '#server/platform/context.ts'
import { addProducts, openStore } from '#tests/catalogue-factory.ts'

/**
 * Turns this folder into the data folder of a stopped shop with its embedded database. One store has 100,000 pieces
 * of `tea`.
 */
export async function stockFolder(folder: string): Promise<void> {
  const app = await openApp(readConfig({ DEMO: 'false', LOG: 'error', NODE_ENV: 'test', DATA_DIR: folder }), {})
  const ctx = systemContext(app)
  await openStore(ctx)
  await addProducts(ctx, { id: 'tea', price: 450, stock: 100_000 })
  await app.database.close()
}
