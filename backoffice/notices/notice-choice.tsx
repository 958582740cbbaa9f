import { Form } from 'react-router'
import type { NoticeChoices } from '#contract/office/notices.ts'
import { Check } from '#ui/check.tsx'
import { Done } from '#ui/done.tsx'
import { SendButton } from '#ui/send-button.tsx'
import { api } from '../core/api.ts'
import { Card } from '../frame/page.tsx'
import { useNoticeTexts } from './texts.ts'

/** Saves which kinds of notifications the bell counts. */
export async function chooseNotices(form: FormData): Promise<Record<string, never>> {
  const { kinds } = await api.notices.choices()
  await api.notices.choose({ counted: kinds.map(({ kind }) => kind).filter((kind) => form.has(`counts_${kind}`)) })
  return {}
}

/** The card in which a staff member chooses which kinds of notifications the bell counts. */
export function NoticeChoice({ kinds, isDone }: NoticeChoices & { isDone: boolean }) {
  const { t } = useNoticeTexts()
  return (
    <Card title={t('office.notices')} id="notices-chosen">
      <p>{t('notice.choice_help')}</p>
      <Form method="post" className="stack">
        {isDone && <Done>{t('office.saved')}</Done>}
        {kinds.map(({ kind, isCounted }) => (
          <Check key={kind} name={`counts_${kind}`} label={t(`kind.${kind}`)} defaultChecked={isCounted} />
        ))}
        <SendButton intent="notices">{t('office.save')}</SendButton>
      </Form>
    </Card>
  )
}
