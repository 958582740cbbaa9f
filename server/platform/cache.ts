/** A cache in this process, cleared when its content changes. When full, it drops the oldest entries. */
export interface Cache<T extends { bytes: number }> {
  get(key: string): T | undefined
  /**
   * Returns the cached value, or makes a new one that concurrent calls share. Does not store the new value if the cache
   * was cleared meanwhile, or if `mayKeep` returns false.
   */
  take(key: string, make: () => Promise<T>, mayKeep?: (value: T) => boolean): Promise<T>
  /** Removes all entries. */
  clear(): void
  /** Clears the cache and turns storing on or off. It must be off while changes by other processes may be missed. */
  switch(on: boolean): void
}

/** Creates a cache of at most `maxBytes`, whose entries expire after `maxAgeMs`. */
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
