import type { Change, Topic } from './topics.ts'

/** A cached value, with its size and the topics that it shows. */
export interface Cacheable {
  bytes: number
  topics: ReadonlySet<Topic>
}

/**
 * A cache in this process. It removes an entry when a topic that the entry shows changes. When full, it removes the
 * oldest entries.
 */
export interface Cache<T extends Cacheable> {
  get(key: string): T | undefined
  /** Whether `getOrMake` would return a cached value without waiting for a new one. */
  isAtHand(key: string): boolean
  /**
   * Returns the cached value, or makes a new value that concurrent calls share. `make` adds the topics that the value
   * shows to `shown`, and returns them as `topics`. The cache does not store the new value if one of these topics
   * changed meanwhile, if `isCacheable` returns false, if the entry takes a tenth of `maxBytes` or more, or if the
   * cache is off. A value that expired less than a minute ago is returned at once. The cache then makes a new value in
   * the background, unless it is already making another value.
   */
  getOrMake(key: string, make: (shown: Set<Topic>) => Promise<T>, isCacheable?: (value: T) => boolean): Promise<T>
  /**
   * Returns a value that is at most ten minutes old, even if it may be out of date. Use it only while no new value can
   * be made.
   */
  getStale(key: string): T | undefined
  /** Removes the entries that show a changed topic. For the change `content`, removes all entries. */
  remove(change: Change): void
  /**
   * Turns the cache on or off. The cache must be off while this process may miss changes by other processes. While the
   * cache is off, only `getStale` returns its entries. Turning the cache on removes all entries.
   */
  switch(on: boolean): void
}

/** Estimated bytes of an entry, with its key and its places in the map. Characters may take two bytes each. */
const entryBytes = (key: string, { bytes }: Cacheable) => bytes + 2 * key.length + 200

type Make<T> = (shown: Set<Topic>) => Promise<T>

/** A value that a call is making, with the topics that it shows so far and the changes since the call began. */
interface PendingValue<T> {
  made: Promise<T>
  shown: ReadonlySet<Topic>
  changes: Change[]
}

/** Age at which an entry expires. */
const maxAgeMs = 60_000
/** Age until which an expired entry is still returned while the cache makes a new value. */
const maxUsableAgeMs = 2 * 60_000
/** Age until which an expired entry can be sent while the database is unreachable. */
const maxStaleAgeMs = 10 * 60_000

/**
 * Creates a cache of at most `maxBytes`. A change of the topic `order` (prices or stock) removes the entries that show
 * the topic `lists`. With `keepsLists`, these entries only expire, so that one change does not make the shop render
 * hundreds of pages at once. Entries that show the changed product are removed in any case.
 */
export function createCache<T extends Cacheable>(maxBytes: number, { keepsLists = false } = {}): Cache<T> {
  const entries = new Map<string, { value: T; madeAt: number }>()
  const pendingByKey = new Map<string, PendingValue<T>>()
  /** All values that are being made, including values that later calls must not share. */
  const allPending = new Set<PendingValue<T>>()
  let bytes = 0
  let isOn = true

  const drop = (key: string) => {
    const entry = entries.get(key)
    if (!entry) return
    bytes -= entryBytes(key, entry.value)
    entries.delete(key)
  }
  const age = ({ madeAt }: { madeAt: number }) => performance.now() - madeAt
  const get = (key: string) => {
    const entry = isOn ? entries.get(key) : undefined
    return entry && age(entry) < maxAgeMs ? entry.value : undefined
  }
  /** The value that `getOrMake` returns at once, even if it has expired. */
  const getUsable = (key: string) => {
    const entry = isOn ? entries.get(key) : undefined
    return entry && age(entry) < maxUsableAgeMs ? entry.value : undefined
  }
  const isReordered = (topics: ReadonlySet<Topic>, change: Change) =>
    change !== 'content' && change.includes('order') && topics.has('lists')
  const isOutdated = (topics: ReadonlySet<Topic>, change: Change) =>
    change === 'content' || change.some((topic) => topics.has(topic)) || (!keepsLists && isReordered(topics, change))
  const expire = (key: string) => {
    const entry = entries.get(key)
    if (entry) entry.madeAt = Math.min(entry.madeAt, performance.now() - maxAgeMs)
  }
  const remove = (change: Change) => {
    for (const pending of allPending) pending.changes.push(change)
    // Later calls must not share a value that is already out of date. `shown` may still lack topics here, so
    // `awaitShared` checks again when the value is made.
    for (const [key, { shown }] of pendingByKey) if (isOutdated(shown, change)) pendingByKey.delete(key)
    for (const [key, { value }] of entries) {
      if (isOutdated(value.topics, change)) drop(key)
      else if (isReordered(value.topics, change)) expire(key)
    }
  }
  const store = (key: string, value: T) => {
    drop(key)
    entries.set(key, { value, madeAt: performance.now() })
    bytes += entryBytes(key, value)
    for (const oldest of entries.keys()) {
      if (bytes <= maxBytes) break
      drop(oldest)
    }
  }
  const startMaking = (key: string, make: Make<T>, isCacheable: (value: T) => boolean) => {
    const shown = new Set<Topic>()
    const changes: Change[] = []
    const made = make(shown).then((value) => {
      const mayStore = isOn && !changes.some((change) => isOutdated(value.topics, change))
      if (mayStore && entryBytes(key, value) < maxBytes / 10 && isCacheable(value)) store(key, value)
      if (changes.some((change) => isReordered(value.topics, change))) expire(key)
      return value
    })
    const pending = { made, shown, changes }
    pendingByKey.set(key, pending)
    allPending.add(pending)
    const done = () => {
      if (pendingByKey.get(key) === pending) pendingByKey.delete(key)
      allPending.delete(pending)
    }
    made.then(done, done)
    return made
  }
  /**
   * Waits for a value that another call is making. Returns null if one of the value's topics changed before this call
   * began to wait.
   */
  const awaitShared = async ({ made: promise, changes }: PendingValue<T>) => {
    const before = [...changes]
    const value = await promise
    return before.some((change) => isOutdated(value.topics, change)) ? null : value
  }
  return {
    get,
    isAtHand: (key) => getUsable(key) !== undefined,
    async getOrMake(key, make, isCacheable = () => true) {
      for (;;) {
        const cached = get(key)
        if (cached) return cached
        const shared = pendingByKey.get(key)
        const expired = getUsable(key)
        if (expired) {
          // This call ignores an error in the background. If the error persists, a call after `maxUsableAgeMs` waits
          // for the value and gets the error.
          if (allPending.size === 0) startMaking(key, make, isCacheable).catch(() => {})
          return expired
        }
        if (!shared) return startMaking(key, make, isCacheable)
        const value = await awaitShared(shared)
        if (value) return value
      }
    },
    getStale(key) {
      const entry = entries.get(key)
      return entry && age(entry) < maxStaleAgeMs ? entry.value : undefined
    },
    remove,
    switch(on) {
      isOn = on
      if (on) remove('content')
    },
  }
}
