import { afterEach, expect, vi } from 'vitest'

const complaints: string[] = []
for (const method of ['error', 'warn'] as const) {
  vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
    complaints.push(args.map(String).join(' '))
  })
}

afterEach(() => {
  expect(complaints.splice(0), 'nothing may complain on the console').toEqual([])
})
