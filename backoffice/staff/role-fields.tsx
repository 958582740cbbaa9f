import { useState } from 'react'
import { isOneOf } from '#contract/object-keys.ts'
import type { Me } from '#contract/office/people.ts'
import type { Right, RoleAt } from '#contract/rights.ts'
import { mayAt, roleNames, roles, wholeShopRights } from '#contract/rights.ts'
import { Select } from '#ui/select.tsx'
import { useFrame } from '../core/me.ts'
import { useStaffTexts } from './texts.ts'

/** Reads the roles from a form that contains `RoleFields`. */
export function rolesOf(form: FormData): RoleAt[] {
  const stores = form.getAll('store')
  return form.getAll('role').flatMap((value, index) => {
    const store = stores[index]
    const role = roleNames.find((name) => name === value)
    return role ? { role, location: store === '*' || typeof store !== 'string' ? null : store } : []
  })
}

/** Returns a function that names a store. */
export function useStoreName() {
  const { me } = useFrame()
  const { say } = useStaffTexts()
  return (location: string) => say(me.stores.find(({ id }) => id === location)?.name) || location
}

/** The roles that the staff member may give at a store, or for all stores if `location` is null. */
function assignableRoles(me: Me, location: string | null) {
  return roleNames.filter((name) =>
    ['staff.write' as const, ...roles[name]].every((right) => mayAt(me.roles, right, location)),
  )
}

/** Fields for one or more roles, each with its store. */
export function RoleFields({ given: initialRoles }: { given: RoleAt[] }) {
  const { t } = useStaffTexts()
  const [rows, setRows] = useState(initialRoles.map((role, index) => ({ role, key: index })))
  return (
    <>
      {rows.map(({ role, key }) => (
        <RoleRow
          key={key}
          given={role}
          onRemove={rows.length > 1 ? () => setRows(rows.filter((row) => row.key !== key)) : undefined}
        />
      ))}
      <button
        type="button"
        className="link"
        onClick={() => {
          const next = Math.max(...rows.map(({ key }) => key)) + 1
          setRows([...rows, { role: { role: 'cashier', location: null }, key: next }])
        }}
      >
        {t('staff.add_role')}
      </button>
    </>
  )
}

function RoleRow({ given: initialRole, onRemove }: { given: RoleAt; onRemove: (() => void) | undefined }) {
  const { me } = useFrame()
  const { t, say } = useStaffTexts()
  const stores = [
    ...(assignableRoles(me, null).length > 0 ? [{ value: '*', label: t('office.all_stores') }] : []),
    ...me.stores.map(({ id, name }) => ({ value: id, label: say(name) })),
  ]
  const [store, setStore] = useState(initialRole.location ?? (stores[0]?.value || '*'))
  const [role, setRole] = useState<RoleAt['role']>(initialRole.role)
  const ineffectiveRights = store === '*' ? [] : wholeShopRights.filter((right) => isOneOf<Right>(roles[role], right))
  const options = [...new Set([...assignableRoles(me, store === '*' ? null : store), initialRole.role])]
  return (
    <div className="role-row">
      <Select
        name="role"
        label={t('staff.role')}
        hint={t(`role.${role}_help`)}
        value={role}
        onChange={(event) => setRole(options.find((name) => name === event.target.value) ?? role)}
        options={options.map((name) => ({ value: name, label: t(`role.${name}`) }))}
      />
      <Select
        name="store"
        label={t('staff.store')}
        value={store}
        onChange={(event) => setStore(event.target.value)}
        options={stores}
        hint={
          ineffectiveRights.length > 0
            ? t('staff.only_all_stores', {
                rights: ineffectiveRights.map((right) => t(`right.${right}`)).join(t('staff.comma')),
              })
            : undefined
        }
      />
      {onRemove && (
        <button type="button" className="link" onClick={onRemove}>
          {t('staff.remove_role')}
        </button>
      )}
    </div>
  )
}
