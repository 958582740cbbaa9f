import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { Failure } from './fail.ts'

type Jobs = Record<string, (...args: never[]) => Promise<unknown>>

interface JobRequest {
  id: number
  name: string
  args: unknown[]
}
type JobResult = { id: number; result: unknown } | { id: number; error: SerializedError }
type SerializedError = Partial<Failure> & { message: string; stack?: string | undefined }

interface PendingJob {
  resolve(result: unknown): void
  reject(error: Error): void
}

const idleMs = 3000

/**
 * Runs jobs in a child process, so that the shop's process does not retain their memory. The child process starts with
 * the first job and ends after three seconds without a job. `program` is a source file that calls `serveJobs`. A job
 * fails with the same error as in this process. If the child process dies, all running jobs fail, and the next job
 * starts a new process.
 */
export function openSideProcess<ProvidedJobs extends Jobs>(program: string) {
  let running: ReturnType<typeof startProcess> | undefined
  return <Name extends keyof ProvidedJobs & string>(name: Name, ...args: Parameters<ProvidedJobs[Name]>) => {
    running = running?.isUsable() ? running : startProcess(program)
    // The cast is safe: the process returns the result of the function with this name.
    return running.run(name, args) as ReturnType<ProvidedJobs[Name]>
  }
}

function startProcess(program: string) {
  const child = fork(program, { execArgv, serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const pendingJobs = new Map<number, PendingJob>()
  let nextId = 0
  let idleTimer: NodeJS.Timeout | undefined
  child.on('message', (message: JobResult) => {
    const pending = pendingJobs.get(message.id)
    pendingJobs.delete(message.id)
    if ('error' in message) pending?.reject(deserializeError(message.error))
    else pending?.resolve(message.result)
    if (pendingJobs.size > 0) return
    setKeepsAlive(child, { isBusy: false })
    idleTimer = setTimeout(() => child.disconnect(), idleMs).unref()
  })
  const rejectAll = (error: Error) => {
    for (const pending of pendingJobs.values()) pending.reject(error)
    pendingJobs.clear()
  }
  child.on('error', rejectAll)
  child.on('exit', (code, signal) => rejectAll(new Error(`${program} ended with ${signal ?? code}`)))
  return {
    isUsable: () => child.connected,
    run(name: string, args: unknown[]) {
      clearTimeout(idleTimer)
      setKeepsAlive(child, { isBusy: true })
      return new Promise((resolve, reject) => {
        const request: JobRequest = { id: nextId++, name, args }
        pendingJobs.set(request.id, { resolve, reject })
        child.send(request, (error) => error && rejectAll(error))
      })
    },
  }
}

/** Flags of the child process: no warning that Node runs TypeScript directly, and limits for the heap. */
const execArgv = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', '--max-old-space-size=192']

/**
 * Keeps this process alive while the side process runs a job. An idle side process does not keep this process alive.
 */
function setKeepsAlive(child: ChildProcess, { isBusy }: { isBusy: boolean }) {
  const change = isBusy ? 'ref' : 'unref'
  child[change]()
  child.channel?.[change]()
}

/** Runs the jobs of the parent process in a side process, until the parent ends. */
export function serveJobs(jobs: Jobs) {
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ id, name, args }: JobRequest) => {
    // The cast is safe: the types of `openSideProcess` ensure that the arguments fit the name.
    const message: JobResult = await Promise.resolve(jobs[name]?.(...(args as never[]))).then(
      (result) => ({ id, result }),
      (error: Error) => ({ id, error: { ...error, message: error.message, stack: error.stack } }),
    )
    if (process.connected) process.send?.(message)
  })
  // Ctrl-C in a terminal sends SIGINT to all of the shop's processes. The side process ignores SIGINT, because it ends
  // with the shop anyway.
  process.on('SIGINT', () => {})
}

function deserializeError({ items, ...error }: SerializedError): Error {
  return items ? new Failure(items) : Object.assign(new Error(error.message), error)
}
