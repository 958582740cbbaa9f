import { data, Form, useSubmit } from 'react-router'
import type { Me } from '#contract/office/people.ts'
import type { Right } from '#contract/rights.ts'
import { Select } from '#ui/select.tsx'
import { api } from './api.ts'
import { hasRightAt } from './me.ts'
import { useTexts } from './texts.tsx'

/**
 * Returns the store that the page's URL names. If the URL names no store, returns the first store in which the staff
 * member has the right. Throws a response with status 404 if the staff member lacks the right in the named store, or in
 * every store.
 */
export async function loadChosenStore(
  request: Request,
  right: Right,
): Promise<{ store: string; stores: Me['stores'] }> {
  const { me } = await api.people.status()
  const stores = me?.stores.filter(({ id }) => hasRightAt(me, right, id)) ?? []
  const requestedStore = new URL(request.url).searchParams.get('store')
  const store = stores.find(({ id }) => id === requestedStore) ?? (requestedStore ? undefined : stores[0])
  if (!store) throw data(null, { status: 404 })
  return { store: store.id, stores }
}

/** Lets the staff member choose one of several stores. Shows nothing if there is only one store. */
export function StoreChoice({ label, store, stores }: { label: string; store: string; stores: Me['stores'] }) {
  const { say } = useTexts()
  const submit = useSubmit()
  if (stores.length < 2) return null
  return (
    <Form onChange={({ currentTarget }) => submit(currentTarget, { replace: true })}>
      <Select
        key={store}
        name="store"
        label={label}
        defaultValue={store}
        options={stores.map(({ id, name }) => ({ value: id, label: say(name) }))}
      />
    </Form>
  )
}
