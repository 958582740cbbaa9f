import { afterAll, beforeAll } from 'vitest'

/** Gives the tests of a file a `sessionStorage`, which Node lacks. */
export function provideSessionStorage(): void {
  const items = new Map<string, string>()
  beforeAll(() => {
    Object.assign(globalThis, {
      sessionStorage: {
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => items.set(key, value),
        removeItem: (key: string) => items.delete(key),
      },
    })
  })
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'sessionStorage')
  })
}
