import { useEffect, useRef, useState } from 'react'
import type { ErrorItem } from '#contract/errors.ts'
import type { CategoryList } from '#contract/office/categories.ts'
import { api } from '../core/api.ts'
import { attemptOnPage } from '../core/attempt.ts'
import type { Place } from './tree.ts'
import { moveInTree } from './tree.ts'

/**
 * The tree of categories on a page. The page shows each change at once. The hook sends the changes to the server one
 * after another.
 */
export interface CategoryTree {
  list: CategoryList
  errors: ErrorItem[] | undefined
  move(category: string, place: Place): void
  show(category: string, isShown: boolean): void
}

/**
 * Manages the tree of categories on a page. If the server rejects a change, the hook discards all pending changes and
 * shows the stored tree again.
 */
export function useTree(loaded: CategoryList, offline: string): CategoryTree {
  const [list, setList] = useState(loaded)
  const [errors, setErrors] = useState<ErrorItem[]>()
  const stored = useRef(loaded)
  const queue = useRef<((version: string) => Promise<CategoryList>)[]>([])
  const isSending = useRef(false)
  const hasChanged = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each rendering creates a new `drainQueue`
  useEffect(() => {
    if (isSending.current) return
    if (hasChanged.current) {
      // The router may have loaded this data before the server stored the last change. To show that change, the hook
      // loads the categories again.
      queue.current.push(() => api.staff.categories())
      void drainQueue()
      return
    }
    stored.current = loaded
    setList(loaded)
  }, [loaded])

  async function drainQueue() {
    if (isSending.current) return
    isSending.current = true
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { done, errors } = await attemptOnPage(next(stored.current.version), offline)
      if (done) stored.current = done
      else {
        queue.current = []
        setErrors(errors)
        const reloaded = await attemptOnPage(api.staff.categories(), offline)
        if (reloaded.done) stored.current = reloaded.done
      }
    }
    isSending.current = false
    setList(stored.current)
  }

  function change(next: (list: CategoryList) => CategoryList, call: (version: string) => Promise<CategoryList>) {
    hasChanged.current = true
    setErrors(undefined)
    setList(next)
    queue.current.push(call)
    void drainQueue()
  }

  return {
    list,
    errors,
    move: (category, place) =>
      change(
        (list) => ({ ...list, categories: moveInTree(list.categories, category, place) }),
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
