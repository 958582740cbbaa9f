import { useEffect, useRef, useState } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import type { CategoryList } from '#contract/office/categories.ts'
import { api } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import type { Place } from './tree.ts'
import { moved } from './tree.ts'

/**
 * The tree of categories on a page. The page shows each change at once. The hook sends the changes to the server one
 * after another.
 */
export interface Tree {
  list: CategoryList
  errors: ErrorItem[] | undefined
  move(category: string, place: Place): void
  show(category: string, isShown: boolean): void
}

/**
 * Manages the tree of categories on a page. If the server rejects a change, the hook discards all pending changes and
 * shows the stored tree again.
 */
export function useTree(loaded: CategoryList, offline: string): Tree {
  const [list, setList] = useState(loaded)
  const [errors, setErrors] = useState<ErrorItem[]>()
  const stored = useRef(loaded)
  const waiting = useRef<((version: string) => Promise<CategoryList>)[]>([])
  const isSending = useRef(false)
  const hasChanged = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `send` is a new function in each rendering, not new data
  useEffect(() => {
    if (isSending.current) return
    if (hasChanged.current) {
      // The router may have loaded this data before the server stored the last change. To show that change, the hook
      // loads the categories again.
      waiting.current.push(() => api.staff.categories())
      void send()
      return
    }
    stored.current = loaded
    setList(loaded)
  }, [loaded])

  async function send() {
    if (isSending.current) return
    isSending.current = true
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { done, errors } = await attemptOnPage(next(stored.current.version), offline)
      if (done) stored.current = done
      else {
        waiting.current = []
        setErrors(errors)
        const now = await attemptOnPage(api.staff.categories(), offline)
        if (now.done) stored.current = now.done
      }
    }
    isSending.current = false
    setList(stored.current)
  }

  function change(next: (list: CategoryList) => CategoryList, call: (version: string) => Promise<CategoryList>) {
    hasChanged.current = true
    setErrors(undefined)
    setList(next)
    waiting.current.push(call)
    void send()
  }

  return {
    list,
    errors,
    move: (category, place) =>
      change(
        (list) => ({ ...list, categories: moved(list.categories, category, place) }),
        (version) => api.staff.moveCategory({ category, version, ...place }),
      ),
    show: (category, isShown) =>
      change(
        (list) => ({
          ...list,
          categories: list.categories.map((row) => (row.category === category ? { ...row, isShown } : row)),
        }),
        () => api.staff.writeCategory({ category, isShown }),
      ),
  }
}
