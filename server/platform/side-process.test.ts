import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Failure } from './fail.ts'
import { openSideProcess } from './side-process.ts'

type Jobs = {
  whoAmI(): Promise<number>
  die(): Promise<never>
  refuse(): Promise<never>
  fill(): Promise<never>
  echo(bytes: Buffer): Promise<Buffer>
}

let folder: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'side-process-'))
  program = join(folder, 'program.mjs')
  const here = (file: string) => JSON.stringify(resolve(`server/platform/${file}`))
  await writeFile(
    program,
    `import { serveJobs } from ${here('side-process.ts')}
import { fail } from ${here('fail.ts')}
serveJobs({
  whoAmI: async () => process.pid,
  die: () => process.kill(process.pid, 'SIGKILL') && new Promise(() => {}),
  refuse: async () => fail('input.media_type', { field: 'image' }),
  fill: async () => { throw Object.assign(new Error('no space'), { code: 'ENOSPC' }) },
  echo: async (bytes) => bytes,
})
`,
  )
})
afterAll(() => rm(folder, { recursive: true }))
afterEach(() => {
  vi.useRealTimers()
})

test('concurrent jobs run in one side process', async () => {
  const ask = openSideProcess<Jobs>(program)
  const pids = await Promise.all([ask('whoAmI'), ask('whoAmI'), ask('whoAmI')])
  expect(new Set(pids).size).toBe(1)
  expect(pids[0]).not.toBe(process.pid)
  expect((await ask('echo', Buffer.from([0, 255]))).equals(Buffer.from([0, 255]))).toBe(true)
})

test('the caller gets the failure or error of a job with its details', async () => {
  const ask = openSideProcess<Jobs>(program)
  const refusal = await ask('refuse').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Failure)
  expect(refusal).toMatchObject({ items: [{ code: 'input.media_type', details: { field: 'image' } }] })
  await expect(ask('fill')).rejects.toMatchObject({ message: 'no space', code: 'ENOSPC' })
})

test('if the process dies its jobs fail, and the next job starts a new process', async () => {
  const ask = openSideProcess<Jobs>(program)
  const before = await ask('whoAmI')
  await expect(ask('die')).rejects.toThrow('ended with SIGKILL')
  expect(await ask('whoAmI')).not.toBe(before)
})

test('the process ends after three seconds without a job', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ask = openSideProcess<Jobs>(program)
  const pid = await ask('whoAmI')
  vi.advanceTimersByTime(2999)
  expect(await ask('whoAmI')).toBe(pid)
  vi.advanceTimersByTime(3000)
  vi.useRealTimers()
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await ask('whoAmI')).not.toBe(pid)
})

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
