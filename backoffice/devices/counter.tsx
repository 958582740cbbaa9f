import { Form, Link, redirect, useLoaderData } from 'react-router'
import type { Counter } from '#contract/office/devices.ts'
import { ErrorSummary } from '#ui/field.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { attempt, textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { nextPath } from '../core/me.ts'
import { Entrance } from '../sign-in/entrance.tsx'
import { useDeviceTexts } from './texts.ts'
import './counter.css'

/**
 * Loads this browser's counter device and its staff members. A link that turns a browser into a counter device contains
 * a code in its fragment. `code` is that code, or empty if the URL has none.
 */
export async function loader() {
  return { counter: await api.devices.counter(), code: location.hash.slice(1) }
}

/** Turns this browser into a counter device, or signs in the chosen person. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const [intent, person = ''] = textOf(form, 'intent').split(' ')
  if (intent === 'choose') {
    const result = await attempt(api.devices.choose({ person }))
    if (result.done) throw redirect(nextPath(request.url))
    return result
  }
  const result = await attempt(api.devices.enrol({ code: textOf(form, 'code') }))
  if (result.done) {
    // Removes the used code from the URL now. The loader runs again before the redirect changes the URL. If it still
    // found the code, the page would offer to use the code again.
    history.replaceState(history.state, '', location.pathname)
    throw redirect('/counter')
  }
  return result
}

/**
 * `/office/counter`: the staff members of a counter device. With a code in the URL, shows a button that turns this
 * browser into a counter device.
 */
export function Component() {
  const { t, say } = useDeviceTexts()
  const { counter, code } = useLoaderData<typeof loader>()
  const errors = useFormResult<typeof action>()?.errors
  if (code) {
    return (
      <Entrance title={t('device.enrol')} intro={t('device.enrol_intro')}>
        <Form method="post" className="stack">
          <ErrorSummary errors={errors} title={t('office.check_form')} labels={{}} />
          <input type="hidden" name="code" value={code} />
          <SendButton intent="enrol">{t('device.enrol')}</SendButton>
        </Form>
      </Entrance>
    )
  }
  if (!counter.device) {
    return (
      <Entrance title={t('device.none')} intro={t('device.none_help')}>
        <Link to="/in">{t('device.sign_in')}</Link>
      </Entrance>
    )
  }
  const { name, store } = counter.device
  const isEmpty = counter.people.length === 0
  return (
    <Entrance
      title={t(isEmpty ? 'device.nobody' : 'device.faces')}
      intro={isEmpty ? t('device.nobody_help') : `${say(store)} · ${name}`}
    >
      <ErrorSummary errors={errors} title={t('office.check_form')} labels={{}} />
      <StaffPicker people={counter.people} />
      <Link to="/in">{t('device.sign_in')}</Link>
    </Entrance>
  )
}

function StaffPicker({ people }: Pick<Counter, 'people'>) {
  return (
    <Form method="post" className="faces">
      {people.map(({ id, name }) => (
        <SendButton key={id} intent={`choose ${id}`} className="face">
          <span className="face-mark" aria-hidden="true">
            {initialsOf(name)}
          </span>
          {name}
        </SendButton>
      ))}
    </Form>
  )
}

/**
 * The initials for a staff member's avatar: the first letters of the first two words of the name. For a Chinese name,
 * its last two characters.
 */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  if (/\p{Script=Han}/u.test(name)) return [...name.replace(/\s/g, '')].slice(-2).join('')
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
