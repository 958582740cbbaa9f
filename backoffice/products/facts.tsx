import { diets, allergens as knownAllergens, measureUnits } from '#contract/constants.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextPair } from '../forms/text-pair.tsx'
import { Fold } from './fold.tsx'
import type { CardProps } from './form.ts'
import { useProductTexts } from './texts.ts'

/** The facts of a product: content, diet, allergens, ingredients, origin, storage and clearance. */
export function Facts({ product, errors }: CardProps) {
  const { t, say } = useProductTexts()
  const { diet, allergens, ingredients, origin, storage } = product
  const others = allergens.filter((name) => !knownAllergens.some((known) => known === name))
  const summaryParts = [
    ...diets.filter((name) => diet.includes(name)).map((name) => t(`product.diet_${name}`)),
    ...knownAllergens.filter((name) => allergens.includes(name)).map((name) => t(`product.allergen_${name}`)),
    ...[ingredients, origin, storage].map(say),
  ]
  return (
    <>
      <Unit product={product} errors={errors} />
      <Fold title={t('product.facts')} set={summaryParts.filter(Boolean).join(' · ')}>
        <fieldset className="check-grid">
          <legend>{t('product.diet')}</legend>
          {diets.map((name) => (
            <Check
              key={name}
              name={`diet ${name}`}
              label={t(`product.diet_${name}`)}
              defaultChecked={diet.includes(name)}
            />
          ))}
        </fieldset>
        <fieldset className="check-grid">
          <legend>{t('product.allergens')}</legend>
          {knownAllergens.map((name) => (
            <Check
              key={name}
              name={`allergen ${name}`}
              label={t(`product.allergen_${name}`)}
              defaultChecked={allergens.includes(name)}
            />
          ))}
          {others.map((name) => (
            <Check key={name} name={`other allergen ${name}`} label={name} defaultChecked />
          ))}
        </fieldset>
        <FactTexts product={product} />
      </Fold>
      <Clearance product={product} errors={errors} />
    </>
  )
}

/** The fields for a product's ingredients, origin and storage, for staff who may change only words. */
export function FactTextsFold({ product }: CardProps) {
  const { t, say } = useProductTexts()
  const { ingredients, origin, storage } = product
  return (
    <Fold title={t('product.fact_words')} set={[ingredients, origin, storage].map(say).filter(Boolean).join(' · ')}>
      <FactTexts product={product} />
    </Fold>
  )
}

function FactTexts({ product: { ingredients, origin, storage } }: Pick<CardProps, 'product'>) {
  const { t } = useProductTexts()
  return (
    <div className="pair">
      <TextPair
        name="ingredients"
        label={(locale) => t(`product.ingredients_${locale}`)}
        {...(ingredients && { text: ingredients })}
        maxLength={2000}
        rows={2}
      />
      <TextPair
        name="origin"
        label={(locale) => t(`product.origin_${locale}`)}
        {...(origin && { text: origin })}
        maxLength={200}
      />
      <TextPair
        name="storage"
        label={(locale) => t(`product.storage_${locale}`)}
        {...(storage && { text: storage })}
        maxLength={400}
      />
    </div>
  )
}

function Unit({ product: { measure, soldBy }, errors }: CardProps) {
  const { t } = useProductTexts()
  const summaryParts = [
    soldBy === 'weight' && t('product.by_weight'),
    measure && `${measure.amount} ${t(`product.unit_${measure.unit}`)}`,
  ]
  return (
    <Fold
      title={t('product.unit_part')}
      set={summaryParts.filter(Boolean).join(' · ')}
      fields={['measure']}
      errors={errors}
    >
      <div className="pair">
        <Select
          name="soldBy"
          label={t('product.sold_by')}
          defaultValue={soldBy}
          options={[
            { value: 'piece', label: t('product.by_piece') },
            { value: 'weight', label: t('product.by_weight') },
          ]}
        />
        <Field
          name="measure"
          type="number"
          inputMode="numeric"
          min={1}
          label={t('product.measure')}
          hint={t('product.measure_hint')}
          defaultValue={measure?.amount ?? ''}
          required={false}
          errors={errors}
        />
        <Select
          name="unit"
          label={t('product.unit')}
          defaultValue={measure?.unit ?? 'g'}
          options={measureUnits.map((unit) => ({ value: unit, label: t(`product.unit_${unit}`) }))}
        />
      </div>
    </Fold>
  )
}

function Clearance({ product: { clearance, clearanceReason, bestBefore } }: CardProps) {
  const { t } = useProductTexts()
  const summaryParts = [clearance && t('product.clearance'), bestBefore]
  return (
    <Fold title={t('product.clearance_part')} set={summaryParts.filter(Boolean).join(' · ')}>
      <Field
        name="bestBefore"
        type="date"
        label={t('product.best_before')}
        defaultValue={bestBefore ?? ''}
        required={false}
      />
      <Check name="clearance" label={t('product.clearance')} defaultChecked={clearance} />
      <div className="pair">
        <TextPair
          name="clearanceReason"
          label={(locale) => t(`product.clearance_reason_${locale}`)}
          {...(clearanceReason && { text: clearanceReason })}
          maxLength={200}
        />
      </div>
    </Fold>
  )
}

/** A field for more search words. The search also finds the product by these words. */
export function SearchTerms({ product: { synonyms } }: CardProps) {
  const { t } = useProductTexts()
  return (
    <Fold title={t('product.search_words')} set={synonyms}>
      <TextArea
        name="synonyms"
        label={t('product.search_words')}
        hint={t('product.search_words_hint')}
        rows={2}
        maxLength={1000}
        defaultValue={synonyms}
      />
    </Fold>
  )
}
