import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { plantedFaults } from './planted-faults.ts'

const { HISTORIES_FAULT } = process.env

/** Plants a fault into the code while Vite loads it. The source files stay unchanged. */
function plant(name: string): Plugin {
  const fault = plantedFaults[name]
  if (!fault) throw new Error(`there is no fault ${name}`)
  return {
    name: 'planted fault',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(fault.file)) return null
      if (code.split(fault.original).length !== 2) throw new Error(`the fault no longer fits ${fault.file}: ${name}`)
      return code.replace(fault.original, () => fault.replacement)
    },
  }
}

export default defineConfig({
  plugins: HISTORIES_FAULT ? [plant(HISTORIES_FAULT)] : [],
  test: {
    root: '.',
    include: ['tests/histories/*.test.ts'],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/no-console.ts'],
    hookTimeout: 120_000,
    maxWorkers: 1,
    pool: 'forks',
    // Prints the figures while the histories are still being played.
    disableConsoleIntercept: true,
  },
})
