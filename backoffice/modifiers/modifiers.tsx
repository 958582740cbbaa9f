import { Link, useLoaderData } from 'react-router'
import { beside, toLang } from '#contract/languages.ts'
import type { OfficeModifierGroup } from '#contract/office/modifiers.ts'
import { api } from '../core/api.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { Empty, Page } from '../frame/page.tsx'
import { useModifierTexts } from './texts.ts'

/** Loads all modifier groups. */
export const loader = () => api.staff.modifierGroups()

/** `/office/modifiers`: the groups of choices that products share. */
export function Component() {
  const { t } = useModifierTexts()
  const { me } = useFrame()
  const { groups } = useLoaderData<typeof loader>()
  const mayWrite = hasRightAt(me, 'catalogue.write', null)
  const add = mayWrite && (
    <Link className="button" to="/modifiers/new" data-shortcut="n">
      {t('modifiers.add')}
    </Link>
  )
  if (groups.length === 0) {
    return (
      <Page title={t('modifiers.title')}>
        <Empty title={t('modifiers.empty')}>{t('modifiers.empty_help')}</Empty>
        <div className="row">{add}</div>
      </Page>
    )
  }
  return (
    <Page title={t('modifiers.title')} intro={t('modifiers.intro')} action={add}>
      <ul className="rows card">
        {groups.map((group) => (
          <GroupRow key={group.group} group={group} groups={groups} mayWrite={mayWrite} />
        ))}
      </ul>
    </Page>
  )
}

interface GroupRowProps {
  group: OfficeModifierGroup
  groups: OfficeModifierGroup[]
  mayWrite: boolean
}

function GroupRow({ group, groups, mayWrite }: GroupRowProps) {
  const { t, say, locale } = useModifierTexts()
  const { name, min, max, condition, modifiers, products } = group
  const other = beside(locale)
  const rule =
    min === 0 ? t('modifiers.optional', { max }) : t(`modifiers.${min === max ? 'exactly' : 'between'}`, { min, max })
  const uses =
    products === 0
      ? t('modifiers.unused')
      : products === 1
        ? t('modifiers.used_one')
        : t('modifiers.used', { count: products })
  const named = [
    ...groups.flatMap(({ modifiers }) => modifiers.filter(({ id }) => condition?.modifiers.includes(id))),
    ...(condition?.values ?? []).map(({ value }) => ({ name: value })),
  ]
  return (
    <li className="row-item">
      <div>
        <strong>{say(name)}</strong>
        {name[other] && name[other] !== say(name) && (
          <span className="soft" lang={toLang(other)}>
            {' '}
            {name[other]}
          </span>
        )}
        <p>{modifiers.map(({ name }) => say(name)).join(' · ')}</p>
        <p className="soft">
          {[
            rule,
            condition && t(`modifiers.${condition.kind}`, { choices: named.map(({ name }) => say(name)).join(' / ') }),
            uses,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {mayWrite && (
        <Link
          className="button button-quiet"
          to={`/modifiers/${group.group}`}
          aria-label={`${t('office.change')}: ${say(name)}`}
        >
          {t('office.change')}
        </Link>
      )}
    </li>
  )
}
