/** Answers kept in this process until what they show changes; the oldest go when it is full. */
export interface Cache<T extends { bytes: number }> {
  get(key: string): T | undefined
  /**
   * The kept answer, or a new one; asked for by many at once it is made once. Not kept if something changed meanwhile,
   * nor where `mayKeep` says no.
   */
  take(key: string, make: () => Promise<T>, mayKeep?: (value: T) => boolean): Promise<T>
  /** Everything kept so far is out of date. */
  clear(): void
  /** While off, nothing is kept: changes made elsewhere could not be heard of. */
  switch(on: boolean): void
}

/** A cache of at most `maxBytes`, whose entries also end after `maxAgeMs`. */
export function createCache<T extends { bytes: number }>(maxBytes: number, maxAgeMs: number): Cache<T> {
  const entries = new Map<string, { value: T; until: number }>()
  const making = new Map<string, Promise<T>>()
  let bytes = 0
  let version = 0
  let isOn = true

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    bytes -= entry.value.bytes
    entries.delete(key)
  }
  const clear = () => {
    version++
    bytes = 0
    entries.clear()
    making.clear()
  }
  const get = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (entry.until > performance.now()) return entry.value
    drop(key)
    return undefined
  }
  return {
    get,
    take(key, make, mayKeep = () => true) {
      const kept = get(key)
      if (kept) return Promise.resolve(kept)
      const underWay = making.get(key)
      if (underWay) return underWay
      const before = version
      const made = make().then((value) => {
        if (isOn && before === version && value.bytes < maxBytes / 10 && mayKeep(value)) {
          drop(key)
          entries.set(key, { value, until: performance.now() + maxAgeMs })
          bytes += value.bytes
          for (const oldest of entries.keys()) {
            if (bytes <= maxBytes) break
            drop(oldest)
          }
        }
        return value
      })
      making.set(key, made)
      const done = () => {
        if (making.get(key) === made) making.delete(key)
      }
      made.then(done, done)
      return made
    },
    clear,
    switch(on) {
      isOn = on
      clear()
    },
  }
}
