import { Link } from 'react-router'
import { hasRight, useFrame } from '../core/me.ts'
import { useTexts } from '../core/texts.tsx'

/**
 * A link to the changes of one subject, or to those made by one staff member. Renders nothing for staff members who may
 * not see the activity log.
 */
export function HistoryLink(props: { subject: string } | { person: string; label: string }) {
  const { t } = useTexts()
  const { me } = useFrame()
  if (!hasRight(me, 'log.see')) return null
  const { label, ...filter } = 'label' in props ? props : { ...props, label: t('log.history') }
  return (
    <p>
      <Link to={`/log?${new URLSearchParams(filter)}`}>{label}</Link>
    </p>
  )
}
