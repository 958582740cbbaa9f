import type { ModifierGroup, ProductDetail } from '#contract/catalogue.ts'
import { valuesIn } from '#contract/conditions.ts'
import type { MembershipPlan } from '#contract/membership.ts'
import { useShop } from '#storefront/core/shop.ts'
import { PlanPrice } from '#storefront/parts/choice/plan-price.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Choice, Toppings } from './choice.ts'
import { chosenCount, evaluateValue, fieldNames, findVariant } from './choice.ts'
import '#storefront/parts/choice/choice.css'

interface OptionGroupProps {
  option: ProductDetail['options'][number]
  variants: ProductDetail['variants']
  /** The plans of a membership, which are shown as tiles with their prices. */
  plans: MembershipPlan[]
  choice: Choice
  onChoose: (value: string) => void
}

/**
 * One option as a group of radio buttons. Values that are sold out or do not exist with the other choices can still be
 * selected, but are struck through and labelled.
 */
export function OptionGroup({ option, variants, plans, choice, onChoose }: OptionGroupProps) {
  const { t, say } = useShop()
  return (
    <fieldset className={plans.length > 0 ? 'choices plan-choices' : 'choices'}>
      <legend>{say(option.name)}</legend>
      <div className="choice-row">
        {option.values.map(({ id, name }) => {
          const { state, extra } = evaluateValue(variants, choice, { option: option.id, value: id })
          const sku = findVariant(variants, { ...choice, [option.id]: id })?.sku
          const plan = plans.find((plan) => plan.sku === sku)
          return (
            <label key={id} className="choice" data-state={state}>
              <input
                type="radio"
                name={fieldNames.option(option.id)}
                value={id}
                checked={choice[option.id] === id}
                onChange={() => onChoose(id)}
              />
              <span className="choice-name">{say(name)}</span>
              {plan && <PlanPrice plan={plan} plans={plans} />}
              {!plan && extra > 0 && <Extra amount={extra} currency={variants[0]?.price.currency ?? ''} />}
              {state !== 'in' && (
                <span className="choice-state">{t(state === 'out' ? 'store.badge_out' : 'store.not_made')}</span>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

interface ModifierFieldsProps {
  group: ModifierGroup
  product: Pick<ProductDetail, 'options' | 'modifierGroups'>
  /**
   * Whether the product offers the group with the current choices. Without JavaScript, the page always shows the group.
   */
  isOffered: boolean
  toppings: Toppings
  onChange: (toppings: Toppings) => void
  /** Whether to show that the chosen modifiers violate the group's limits. */
  isWrong: boolean
}

/** Modifiers such as toppings: radio buttons for a single choice, checkboxes for several. */
export function ModifierFields({ group, product, isOffered, toppings, onChange, isWrong }: ModifierFieldsProps) {
  const { t, count, say } = useShop()
  const isSingle = group.max === 1
  const chosen = chosenCount(group, toppings)
  const hint = `modifier-hint-${group.id}`
  const freeText = group.free > 0 ? count('store.first_free', group.free) : ''
  const rule = isSingle && !isWrong ? '' : `${ruleOf(group, t)} ${freeText}`.trim()
  const noneChosen = Object.fromEntries(group.modifiers.map(({ id }) => [id, 0]))
  return (
    <fieldset
      className="choices"
      id={`group-${group.id}`}
      data-offered={isOffered}
      aria-describedby={rule ? hint : undefined}
      aria-invalid={isWrong || undefined}
    >
      <legend>{say(group.name)}</legend>
      <GroupCondition group={group} product={product} />
      {rule && (
        <p id={hint} className={isWrong ? 'field-error' : 'field-hint'}>
          {rule}
        </p>
      )}
      <div className="choice-row">
        {isSingle && group.min === 0 && (
          <label className="choice">
            <input
              type="radio"
              name={fieldNames.modifier(group.id)}
              value=""
              checked={chosen === 0}
              onChange={() => onChange({ ...toppings, ...noneChosen })}
            />
            <span className="choice-name">{t('store.none')}</span>
          </label>
        )}
        {group.modifiers.map((modifier) => (
          <ModifierField
            key={modifier.id}
            group={group}
            modifier={modifier}
            quantity={toppings[modifier.id] ?? 0}
            isFull={chosen >= group.max}
            onChange={(quantity) => onChange({ ...toppings, ...(isSingle ? noneChosen : {}), [modifier.id]: quantity })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The choices on which a group depends. Shown only without JavaScript, because the page then shows each group. */
function GroupCondition({ group: { condition }, product }: Pick<ModifierFieldsProps, 'group' | 'product'>) {
  const { t, say } = useShop()
  const { options, modifierGroups } = product
  const modifiers = modifierGroups.flatMap(({ modifiers }) => modifiers)
  const conditionItems = [
    ...valuesIn(condition, options),
    ...modifiers.filter(({ id }) => condition?.modifiers.includes(id)),
  ]
  if (!condition || conditionItems.length === 0) return null
  return (
    <p className="field-hint choices-when">
      {t(`store.${condition.kind}_with`, { choices: conditionItems.map(({ name }) => say(name)).join(' / ') })}
    </p>
  )
}

interface ModifierFieldProps {
  group: ModifierGroup
  modifier: ModifierGroup['modifiers'][number]
  quantity: number
  /** Whether the group's maximum is reached. */
  isFull: boolean
  onChange: (quantity: number) => void
}

function ModifierField({ group, modifier, quantity, isFull, onChange }: ModifierFieldProps) {
  const { t, say } = useShop()
  const { id, name, price, available } = modifier
  const isSingle = group.max === 1
  const isBlocked = !available || (!isSingle && isFull && quantity === 0)
  return (
    <span className="choice-with-steps">
      <label className="choice" data-state={available ? 'in' : 'out'}>
        <input
          type={isSingle ? 'radio' : 'checkbox'}
          name={fieldNames.modifier(group.id)}
          value={id}
          checked={quantity > 0}
          aria-disabled={isBlocked || undefined}
          onChange={({ currentTarget }) => !isBlocked && onChange(currentTarget.checked ? 1 : 0)}
        />
        <span className="choice-name">{say(name)}</span>
        {price.amount > 0 && <Extra {...price} />}
        {!available && <span className="choice-state">{t('store.badge_out')}</span>}
      </label>
      {!isSingle && quantity > 0 && (
        <ModifierSteps
          field={fieldNames.modifier(group.id)}
          modifier={modifier}
          quantity={quantity}
          isFull={isFull}
          onChange={onChange}
        />
      )}
    </span>
  )
}

type ModifierStepsProps = Omit<ModifierFieldProps, 'group'> & { field: string }

/** Buttons for the quantity of a modifier, and a hidden field for each piece after the first. */
function ModifierSteps({ field, modifier, quantity, isFull, onChange }: ModifierStepsProps) {
  const { t, say } = useShop()
  const name = say(modifier.name)
  const extraPieces = Array.from({ length: quantity - 1 }, (_, index) => `${modifier.id} ${index}`)
  return (
    <span className="choice-steps">
      {extraPieces.map((key) => (
        <input key={key} type="hidden" name={field} value={modifier.id} />
      ))}
      <button type="button" aria-label={t('store.one_less', { name })} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" />
      </button>
      <output>{quantity}</output>
      <button
        type="button"
        aria-label={t('store.one_more', { name })}
        disabled={isFull}
        onClick={() => onChange(quantity + 1)}
      >
        <Icon name="plus" />
      </button>
    </span>
  )
}

function ruleOf({ min, max }: ModifierGroup, t: ReturnType<typeof useShop>['t']): string {
  if (max === 1 && min === 1) return t('store.choose_one')
  if (min === max) return t('store.choose_exactly', { count: min })
  return min === 0 ? t('store.choose_up_to', { count: max }) : t('store.choose_between', { min, max })
}

function Extra({ amount, currency }: { amount: number; currency: string }) {
  const { moneyText } = useShop()
  return <span className="choice-extra">+{moneyText({ amount, currency })}</span>
}
