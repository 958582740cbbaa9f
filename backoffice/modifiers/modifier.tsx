import { useRef } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { Form, Link, redirect, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import { textInAllLanguages } from '#contract/languages.ts'
import type { OfficeModifierGroupDetail } from '#contract/office/modifiers.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import type { FormResult } from '../core/attempt.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { redirectAfterSave } from '../forms/draft.ts'
import { EditForm } from '../forms/edit-form.tsx'
import { TextPair } from '../forms/text-pair.tsx'
import { Card, Page } from '../frame/page.tsx'
import { HistoryLink } from '../log/history-link.tsx'
import { Choices } from './choices.tsx'
import { dependsOn, emptyGroup, InvalidFieldError, readGroup, toFormErrors, valueChecks, valueField } from './form.ts'
import { useModifierTexts } from './texts.ts'
import './modifiers.css'

/** Loads a modifier group and the option values on which it can depend. For `new`, the group is empty. */
export async function loader({ params }: LoaderFunctionArgs) {
  const id = params.group ?? ''
  const [group, { options }] = await Promise.all([
    id === 'new' ? newGroup() : api.staff.modifierGroup({ group: id }),
    api.staff.optionNames({ group: id }),
  ])
  return { group, options }
}

async function newGroup() {
  const { groups, currency } = await api.staff.modifierGroups()
  return emptyGroup(currency, groups)
}

interface Result extends FormResult {
  wrong?: InvalidFieldError['field']
}

/** Saves or deletes the group. If the server rejects the change, the page keeps the input. */
export async function action({ request, params }: LoaderFunctionArgs): Promise<Result> {
  const form = await request.formData()
  const group = params.group ?? ''
  const isRemoval = textOf(form, 'intent') === 'remove'
  try {
    const { errors } = await attempt<unknown>(
      isRemoval
        ? api.staff.removeModifierGroup({ group, version: textOf(form, 'version') })
        : api.staff.writeModifierGroup(readGroup(form, group)),
    )
    if (errors) return { errors: toFormErrors(form, errors) }
  } catch (error) {
    if (error instanceof InvalidFieldError) return { wrong: error.field }
    throw error
  }
  throw isRemoval ? redirect('/modifiers') : redirectAfterSave('/modifiers')
}

/**
 * `/office/modifiers/:group`: a group of choices that products share. At `/office/modifiers/new`, staff add a group.
 */
export function Component() {
  const { t, say } = useModifierTexts()
  const { group } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const isNew = group.group === 'new'
  const { wrong } = result ?? {}
  const wrongMessage = t(wrong === 'when' ? 'modifier.when_none' : 'modifier.price_wrong')
  const fieldErrors: ErrorItem[] | undefined = wrong
    ? [{ code: 'input.invalid', field: wrong, message: wrongMessage }]
    : undefined
  const errors = fieldErrors ?? result?.errors
  return (
    <Page
      title={isNew ? t('modifier.new') : say(group.name)}
      action={<Link to="/modifiers">{t('modifier.back')}</Link>}
    >
      <EditForm
        key={group.group}
        stored={group}
        result={errors ? { errors } : undefined}
        labels={{
          name: t('modifier.names'),
          min: t('modifier.min'),
          max: t('modifier.max'),
          modifiers: t('modifier.choices'),
          options: t('modifier.choices'),
          isPreselected: t('modifier.preselected'),
          when: t('modifier.when'),
          condition: t('modifier.when'),
        }}
      >
        {(group, errors) => <Fields group={group} errors={errors} />}
      </EditForm>
      {!isNew && <UsedIn group={group} />}
      {!isNew && <Remove group={group} />}
    </Page>
  )
}

interface FieldsProps {
  group: OfficeModifierGroupDetail
  errors: ErrorItem[] | undefined
}

function Fields({ group, errors }: FieldsProps) {
  const { t } = useModifierTexts()
  const number = { inputMode: 'numeric', pattern: '[0-9]*', maxLength: 2, errors } as const
  return (
    <>
      <input type="hidden" name="currency" value={group.currency} />
      <Card title={t('modifier.names')}>
        <div className="pair">
          <TextPair
            name="name"
            label={(locale) => t(`modifier.name_${locale}`)}
            text={group.name}
            maxLength={80}
            errors={errors}
          />
        </div>
      </Card>
      <Choices group={group} errors={errors} />
      <Card title={t('modifier.rule')}>
        <div className="pair">
          <Field
            {...number}
            name="min"
            label={t('modifier.min')}
            hint={t('modifier.min_hint')}
            defaultValue={group.min}
          />
          <Field
            {...number}
            name="max"
            label={t('modifier.max')}
            hint={t('modifier.max_hint')}
            defaultValue={group.max}
          />
          <Field
            {...number}
            name="free"
            label={t('modifier.free')}
            hint={t('modifier.free_hint')}
            defaultValue={group.free}
          />
        </div>
      </Card>
      <When group={group} errors={errors} />
    </>
  )
}

/** The card in which staff make this group depend on choices of other groups or on option values. */
function When({ group: { condition, others }, errors }: FieldsProps) {
  const { t, say } = useModifierTexts()
  const { options } = useLoaderData<typeof loader>()
  const checks = valueChecks(condition, options)
  if (others.length + checks.length === 0) {
    return (
      <Card title={t('modifier.when')}>
        <p className="soft">{t('modifier.no_others')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('modifier.when')}>
      <p className="soft">{t('modifier.when_hint')}</p>
      <div className="modifier-when stack">
        <Select
          name="when"
          label={t('modifier.when')}
          defaultValue={condition?.kind ?? ''}
          error={errors?.find(({ field }) => field === 'when' || field === 'condition')?.message}
          options={[
            { value: '', label: t('modifier.when_always') },
            { value: 'unless', label: t('modifier.when_unless') },
            { value: 'only', label: t('modifier.when_only') },
          ]}
        />
        {checks.length > 0 && (
          <section className="modifier-depends" aria-label={t('modifier.when_values')}>
            <h3>{t('modifier.when_values')}</h3>
            {checks.map(({ option, values }) => (
              <fieldset key={textInAllLanguages(option)}>
                <legend>{say(option)}</legend>
                {values.map(({ value, isTicked, isKnown }) => (
                  <Check
                    key={textInAllLanguages(value)}
                    name={valueField({ option, value })}
                    label={say(value)}
                    hint={isKnown ? undefined : t('modifier.value_gone')}
                    defaultChecked={isTicked}
                  />
                ))}
              </fieldset>
            ))}
          </section>
        )}
        {others.length > 0 && (
          <section className="modifier-depends" aria-label={t('modifier.when_choices')}>
            <h3>{t('modifier.when_choices')}</h3>
            {others.map(({ group, name, modifiers }) => (
              <fieldset key={group}>
                <legend>{say(name)}</legend>
                {modifiers.map(({ id, name }) => (
                  <Check
                    key={id}
                    name={dependsOn + id}
                    label={say(name)}
                    defaultChecked={condition?.modifiers.includes(id) ?? false}
                  />
                ))}
              </fieldset>
            ))}
          </section>
        )}
      </div>
    </Card>
  )
}

function UsedIn({ group: { usedIn, products, dependents } }: Pick<FieldsProps, 'group'>) {
  const { t, say } = useModifierTexts()
  return (
    <Card title={t('modifier.used_in')}>
      {usedIn.length === 0 ? (
        <>
          <p className="soft">{t('modifier.unused')}</p>
          <Link to="/products">{t('modifier.to_products')}</Link>
        </>
      ) : (
        <ul className="modifier-uses">
          {usedIn.map(({ product, name }) => (
            <li key={product}>
              <Link to={`/products/${product}`}>{say(name)}</Link>
            </li>
          ))}
        </ul>
      )}
      {products > usedIn.length && (
        <p className="soft">{t('modifier.more_products', { count: products - usedIn.length })}</p>
      )}
      {dependents.length > 0 && (
        <p className="soft">
          {t('modifier.dependents', { names: dependents.map(({ name }) => say(name)).join(' · ') })}
        </p>
      )}
    </Card>
  )
}

/**
 * A button that deletes the group, and a link to the group's history. Before the group is deleted, a dialog says how
 * many products lose it.
 */
function Remove({ group: { group, version, name, products } }: Pick<FieldsProps, 'group'>) {
  const { t, say } = useModifierTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <div className="row modifier-more">
      <button type="button" className="button button-quiet" onClick={() => dialog.current?.showModal()}>
        {t('modifier.remove')}
      </button>
      <HistoryLink subject={group} />
      <dialog ref={dialog} className="dialog" aria-labelledby="modifier-question">
        <Form method="post" className="dialog-box stack" onSubmit={close}>
          <h2 id="modifier-question">{t('modifier.remove_title', { name: say(name) })}</h2>
          <p>{t('modifier.remove_warning', { count: products })}</p>
          <input type="hidden" name="version" value={version} />
          <div className="row">
            <SendButton intent="remove">{t('modifier.remove')}</SendButton>
            <button type="button" className="button button-quiet" onClick={close}>
              {t('office.cancel')}
            </button>
          </div>
        </Form>
      </dialog>
    </div>
  )
}
