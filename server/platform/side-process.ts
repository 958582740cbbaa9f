import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { Failure } from './fail.ts'

type Jobs = Record<string, (...args: never[]) => Promise<unknown>>

interface Order {
  id: number
  name: string
  args: unknown[]
}
type Answer = { id: number; result: unknown } | { id: number; error: TravellingError }
type TravellingError = Partial<Failure> & { message: string; stack?: string | undefined }

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

const idleMs = 3000

/**
 * Runs jobs in a child process, so that the shop's process does not retain their memory. The child process starts with
 * the first job and ends after three seconds without a job. `program` is a source file that calls `answerJobs`. A job
 * fails with the same error as in this process. If the child process dies, all running jobs fail, and the next job
 * starts a new process.
 */
export function openSideProcess<Offered extends Jobs>(program: string) {
  let running: ReturnType<typeof start> | undefined
  return <Name extends keyof Offered & string>(name: Name, ...args: Parameters<Offered[Name]>) => {
    running = running?.isUsable() ? running : start(program)
    // The cast is safe: the process returns the result of the function with this name.
    return running.ask(name, args) as ReturnType<Offered[Name]>
  }
}

function start(program: string) {
  const child = fork(program, { execArgv, serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let idle: NodeJS.Timeout | undefined
  child.on('message', (answer: Answer) => {
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asker?.reject(revive(answer.error))
    else asker?.resolve(answer.result)
    if (waiting.size > 0) return
    holdOpen(child, false)
    idle = setTimeout(() => child.disconnect(), idleMs).unref()
  })
  const breakOff = (error: Error) => {
    for (const asker of waiting.values()) asker.reject(error)
    waiting.clear()
  }
  child.on('error', breakOff)
  child.on('exit', (code, signal) => breakOff(new Error(`${program} ended with ${signal ?? code}`)))
  return {
    isUsable: () => child.connected,
    ask(name: string, args: unknown[]) {
      clearTimeout(idle)
      holdOpen(child, true)
      return new Promise((resolve, reject) => {
        const order: Order = { id: asked++, name, args }
        waiting.set(order.id, { resolve, reject })
        child.send(order, (error) => error && breakOff(error))
      })
    },
  }
}

/** Flags of the child process: no warning that Node runs TypeScript directly, and limits for the heap. */
const execArgv = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', '--max-old-space-size=192']

/**
 * Keeps this process alive while the side process runs a job. An idle side process does not keep this process alive.
 */
function holdOpen(child: ChildProcess, isAsked: boolean) {
  const change = isAsked ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
}

/** Runs the jobs of the parent process in a side process, until the parent ends. */
export function answerJobs(jobs: Jobs) {
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ id, name, args }: Order) => {
    // The cast is safe: the types of `openSideProcess` ensure that the arguments fit the name.
    const answer: Answer = await Promise.resolve(jobs[name]?.(...(args as never[]))).then(
      (result) => ({ id, result }),
      (error: Error) => ({ id, error: { ...error, message: error.message, stack: error.stack } }),
    )
    if (process.connected) process.send?.(answer)
  })
  // Ctrl-C in a terminal sends SIGINT to all of the shop's processes. The side process ignores SIGINT, because it ends
  // with the shop anyway.
  process.on('SIGINT', () => {})
}

function revive({ items, ...error }: TravellingError): Error {
  return items ? new Failure(items) : Object.assign(new Error(error.message), error)
}
