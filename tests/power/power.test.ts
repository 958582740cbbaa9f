import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockFolder } from '#tests/stocked-folder.ts'
import { boot, makeDisk, makeParts } from './machine.ts'

// Cuts the machine's power while a shop with its embedded database takes orders.

let parts: string
beforeAll(async () => {
  parts = await mkdtemp(join(tmpdir(), 'shop-power-'))
  // Lets other users enter the folder, because root must run PostgreSQL as another user.
  await chmod(parts, 0o755)
  makeParts(parts)
  await stockFolder(join(parts, 'data', 'shop'))
})
afterAll(() => rm(parts, { recursive: true, force: true }))

test('ten power cuts lose no acknowledged order', async () => {
  const disk = join(parts, 'safe.img')
  makeDisk(join(parts, 'data'), disk, '1G')
  const acknowledged: string[] = []
  for (let cut = 1; cut <= 10; cut++) {
    const machine = await boot(parts, disk)
    if (cut === 5) {
      // Cuts the power again during the database's recovery.
      await machine.until('starts')
      await sleep(Math.random() * 10_000)
    } else {
      await machine.until('opened')
      expect(lost(acknowledged, machine.said('keeps')), `before cut ${cut}`).toEqual([])
      await machine.until('acknowledged', 1 + Math.floor(Math.random() * 15))
      await sleep(Math.random() * 500)
    }
    await machine.cut()
    acknowledged.push(...machine.said('acknowledged'))
  }
  const machine = await boot(parts, disk)
  await machine.until('opened')
  expect(lost(acknowledged, machine.said('keeps'))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(20)
  await machine.until('acknowledged')
  await machine.cut()
})

test('without fsync a power cut loses orders, so the test above can fail', async () => {
  const data = join(parts, 'data')
  await appendFile(join(data, 'shop', 'postgres', 'postgresql.conf'), '\nfsync = off\n')
  const disk = join(parts, 'unsafe.img')
  makeDisk(data, disk, '1G')
  const first = await boot(parts, disk)
  await first.until('acknowledged', 5)
  await first.cut()
  const second = await boot(parts, disk)
  const refusal = await second.until('opened').then(
    () => null,
    (error: Error) => error.message,
  )
  await second.cut()
  // Without fsync, the power cut may also damage the database so much that it cannot open.
  if (refusal) expect(refusal).toMatch(/The database in .* cannot start/)
  else expect(lost(first.said('acknowledged'), second.said('keeps'))).not.toEqual([])
})

const lost = (acknowledged: string[], kept: string[]) => acknowledged.filter((id) => !kept.includes(id))
