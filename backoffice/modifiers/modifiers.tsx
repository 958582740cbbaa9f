import { Link, useLoaderData } from 'react-router'
import type { OfficeModifierGroup } from '#contract/office/modifiers.ts'
import { api } from '../core/api.ts'
import { hasRightAt, useFrame } from '../core/me.ts'
import { SecondName } from '../core/second-name.tsx'
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
  const { t, say } = useModifierTexts()
  const { name, min, max, condition, modifiers, products } = group
  const describeRule = () => {
    if (min === 0) return t('modifiers.optional', { max })
    return t(min === max ? 'modifiers.exactly' : 'modifiers.between', { min, max })
  }
  const describeUsage = () => {
    if (products === 0) return t('modifiers.unused')
    return products === 1 ? t('modifiers.used_one') : t('modifiers.used', { count: products })
  }
  const conditionChoices = [
    ...groups.flatMap(({ modifiers }) => modifiers.filter(({ id }) => condition?.modifiers.includes(id))),
    ...(condition?.values ?? []).map(({ value }) => ({ name: value })),
  ]
  return (
    <li className="row-item">
      <div>
        <strong>{say(name)}</strong>
        <SecondName name={name} />
        <p>{modifiers.map(({ name }) => say(name)).join(' · ')}</p>
        <p className="soft">
          {[
            describeRule(),
            condition &&
              t(`modifiers.${condition.kind}`, { choices: conditionChoices.map(({ name }) => say(name)).join(' / ') }),
            describeUsage(),
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
