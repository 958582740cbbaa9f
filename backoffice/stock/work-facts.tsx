import { wasteReasons } from '#contract/constants.ts'
import type { Me } from '#contract/office/people.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { Draft, Work } from './draft.ts'
import { useStockTexts } from './texts.ts'

interface WorkFactsProps {
  work: Work
  draft: Draft
  /** The stores to which goods can move. */
  others: Me['stores']
  change: (parts: Partial<Draft>) => void
}

/** The fields that all lines share: a note, the reason of waste, the store to which goods move. */
export function WorkFacts({ work, draft: { note, reason, to, isSent }, others, change }: WorkFactsProps) {
  const { t, say } = useStockTexts()
  return (
    <div className="pair">
      {work === 'waste' && (
        <Select
          name="reason"
          label={t('work.reason')}
          value={reason}
          onChange={({ currentTarget }) =>
            change({ reason: wasteReasons.find((one) => one === currentTarget.value) ?? 'wasted' })
          }
          options={wasteReasons.map((one) => ({ value: one, label: t(`reason.${one}`) }))}
          disabled={isSent}
        />
      )}
      {work === 'move' && (
        <Select
          name="to"
          label={t('work.to')}
          value={to}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
          options={others.map(({ id, name }) => ({ value: id, label: say(name) }))}
          disabled={isSent}
        />
      )}
      <Field
        name="note"
        label={t('work.note')}
        value={note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
        maxLength={200}
        autoComplete="off"
        required={false}
        isOptional
        disabled={isSent}
      />
    </div>
  )
}
