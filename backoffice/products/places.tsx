import { Link, useLoaderData } from 'react-router'
import type { Text } from '#contract/languages.ts'
import type { ProductChoices } from '#contract/office/products.ts'
import { Check } from '#ui/check.tsx'
import { Select } from '#ui/select.tsx'
import { inTreeOrder } from '../categories/tree.ts'
import { TextPair } from '../forms/text-pair.tsx'
import { Card } from '../frame/page.tsx'
import { Fold } from './fold.tsx'
import type { CardProps } from './form.ts'
import { linkNames } from './form.ts'
import type { loader } from './product-data.ts'
import { useProductTexts } from './texts.ts'

/** Where shoppers find a product: its categories, tags and brand, and the modifiers that it offers. */
export function Places({ product: { categories: chosen, tags, brand, modifierGroups } }: CardProps) {
  const { t, say } = useProductTexts()
  const { categories, choices } = useLoaderData<typeof loader>()
  const tree = inTreeOrder(categories, say)
  const allCategories = tree.map(({ row: { category, name } }) => ({ id: category, name }))
  const options = tree.map(({ row: { category }, path }) => ({ value: category, label: path }))
  const [first, ...others] = chosen
  const groups = chosenFirst(choices.modifierGroups, modifierGroups)
  function hintOf(modifiers: Text[], condition: ModifierGroup['condition']) {
    const all = modifiers.map(say).join(' · ')
    if (!condition) return all || undefined
    return t(`product.group_${condition.kind}`, { modifiers: all, choices: condition.names.map(say).join(' / ') })
  }
  return (
    <>
      <Card title={t('product.category')}>
        <div className="pair">
          <Select
            name="category"
            label={t('product.category')}
            defaultValue={first ?? ''}
            options={[{ value: '', label: t('product.no_category') }, ...options]}
          />
          <TextPair name="category" label={(locale) => t(`product.new_category_${locale}`)} maxLength={80} />
        </div>
      </Card>
      {groups.length > 0 && (
        <Fold title={t('product.groups')} set={namesOf(groups, modifierGroups, say)}>
          <Link to="/modifiers">{t('product.groups_change')}</Link>
          {groups.map(({ id, name, modifiers, condition }) => (
            <Check
              key={id}
              name={linkNames.modifierGroups + id}
              label={say(name)}
              hint={hintOf(modifiers, condition)}
              defaultChecked={modifierGroups.includes(id)}
            />
          ))}
        </Fold>
      )}
      {allCategories.length + choices.tags.length + choices.brands.length > 0 && (
        <Fold
          title={t('product.more_places')}
          set={[
            namesOf(allCategories, others, say),
            namesOf(choices.tags, tags, say),
            namesOf(choices.brands, brand ? [brand] : [], say),
          ]
            .filter(Boolean)
            .join(' · ')}
        >
          {allCategories.length > 0 && (
            <Checks
              title={t('product.also')}
              all={chosenFirst(allCategories, others)}
              chosen={others}
              prefix={linkNames.categories}
            />
          )}
          {choices.tags.length > 0 && (
            <Checks title={t('product.tags')} all={choices.tags} chosen={tags} prefix={linkNames.tags} />
          )}
          {choices.brands.length > 0 && (
            <Select
              name="brand"
              label={t('product.brand')}
              defaultValue={brand ?? ''}
              options={[
                { value: '', label: t('product.no_brand') },
                ...choices.brands.map(({ id, name }) => ({ value: id, label: say(name) })),
              ]}
            />
          )}
        </Fold>
      )}
    </>
  )
}

type ModifierGroup = ProductChoices['modifierGroups'][number]

interface NamedRecord {
  id: string
  name: Text
}

/** All choices: first the chosen ones in their order, then all others. */
const chosenFirst = <Choice extends NamedRecord>(all: Choice[], chosen: string[]): Choice[] => [
  ...chosen.flatMap((id) => all.find((one) => one.id === id) ?? []),
  ...all.filter(({ id }) => !chosen.includes(id)),
]

const namesOf = (all: NamedRecord[], chosen: string[], say: (text: Text) => string) =>
  chosenFirst(all, chosen)
    .slice(0, chosen.length)
    .map(({ name }) => say(name))
    .join(', ')

interface ChecksProps {
  title: string
  all: NamedRecord[]
  chosen: string[]
  prefix: string
}

function Checks({ title, all, chosen, prefix }: ChecksProps) {
  const { say } = useProductTexts()
  return (
    <fieldset className="check-grid">
      <legend>{title}</legend>
      {all.map(({ id, name }) => (
        <Check key={id} name={prefix + id} label={say(name)} defaultChecked={chosen.includes(id)} />
      ))}
    </fieldset>
  )
}
