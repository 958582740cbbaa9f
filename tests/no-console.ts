import { afterEach, expect, vi } from 'vitest'

const complaints: string[] = []
for (const method of ['error', 'warn'] as const) {
  vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(' '))
  })
}

afterEach(() => {
  expect(complaints.splice(0), 'nothing may complain on the console').toEqual([])
})
