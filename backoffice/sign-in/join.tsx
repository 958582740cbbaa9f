import { useLoaderData } from 'react-router'
import { useFormResult } from '../core/form-answer.ts'
import { useTexts } from '../core/texts.tsx'
import { Entrance } from './entrance.tsx'
import { loadLink as loader, sendRegistration } from './link.ts'
import { NewPersonForm } from './new-person.tsx'

export { loader }

/** Creates the account and signs in. */
export const action = ({ request }: { request: Request }) => sendRegistration(request, 'join')

/** `/office/join#CODE`: an invited staff member creates an account. */
export function Component() {
  const { t } = useTexts()
  const { code, link } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const problem = link ? link.errors?.[0]?.message : t('link.missing')
  return (
    <Entrance title={t('join.title', { shop: link?.done?.shopName ?? '' })} intro={t('join.intro')}>
      {problem ? (
        <p className="alert">{problem}</p>
      ) : (
        <NewPersonForm code={code} email={link?.done?.email ?? ''} errors={result?.errors} />
      )}
    </Entrance>
  )
}
