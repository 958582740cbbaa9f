import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#tests/postgres.ts'

/** nginx as a child process. */
export interface RunningNginx {
  url: string
  stop(): Promise<void>
}

/** The folder for a downloaded nginx, if the machine has none. */
const unpacked = resolve('node_modules', '.cache', 'nginx')

/** Finds nginx on the machine. If there is none, unpacks nginx from Debian's packages without installing them. */
function findNginx(): string {
  const places = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin', join(unpacked, 'usr/sbin')]
  const find = () => places.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))
  const installed = find()
  if (installed) return installed
  mkdirSync(unpacked, { recursive: true })
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { cwd: unpacked }).status === 0
  // Downloads both packages. Depending on the release of Debian, the program is in `nginx` or in `nginx-light`.
  const download = () => run('apt-get', 'download', 'nginx', 'nginx-light')
  // If the download fails, updates the lists of packages, which a new machine does not have yet.
  if (download() || (run('apt-get', 'update') && download())) {
    for (const name of readdirSync(unpacked)) if (name.endsWith('.deb')) run('dpkg-deb', '--extract', name, '.')
  }
  const path = find()
  if (!path) throw new Error('This test needs nginx. Install it, on Debian with: apt-get install nginx-light')
  return path
}

/** The configuration in docs/operations.md. */
export function readDocumentedConfig(): string {
  const [, text] = /```nginx\n(.*?)```/s.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  if (!text) throw new Error('docs/operations.md has no configuration of nginx')
  return text
}

/** Replaces a text. Throws an error if the text is missing, so that the test notices when the document changes. */
function replaceRequired(text: string, from: string | RegExp, to: string): string {
  if (text.search(from) < 0) throw new Error(`the configuration of nginx lacks ${from}`)
  return text.replaceAll(from, to)
}

/** The documented configuration with other ports, without certificates, and with all files in `folder`. */
function configure(folder: string, { port, plainPort, shopPort }: Record<'port' | 'plainPort' | 'shopPort', number>) {
  let text = readDocumentedConfig()
  text = replaceRequired(text, 'server 127.0.0.1:3000;', `server 127.0.0.1:${shopPort};`)
  text = replaceRequired(text, '/var/lib/nginx/', `${folder}/`)
  text = replaceRequired(text, 'listen 80;', `listen 127.0.0.1:${plainPort};`)
  text = replaceRequired(text, 'listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
  text = replaceRequired(text, /^ *ssl_certificate.*\n/gm, '')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    // If root starts nginx, its workers run as root too. By default they run as a user who may not enter `folder`.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/pid;`,
    'events {}',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    text,
    '}',
  ].join('\n')
}

/** Starts nginx in front of a shop, and waits until nginx listens. All files of nginx are in `folder`. */
export async function startNginx(folder: string, shopPort: number): Promise<RunningNginx> {
  await mkdir(folder)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configure(folder, { port, plainPort: await freePort(), shopPort }))
  const log = join(folder, 'error.log')
  const child = spawn(findNginx(), ['-p', folder, '-c', file, '-e', log], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  while (!(await checkOpen(port))) {
    if (child.exitCode !== null) throw new Error(await readFile(log, 'utf8'))
    await wait(20)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function checkOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection({ port, host: '127.0.0.1' })
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}
