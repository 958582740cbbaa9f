import { useState } from 'react'
import { Check } from '#ui/check.tsx'
import { areShortcutsEnabled, setShortcutsEnabled } from '../frame/keys.ts'
import { Card } from '../frame/page.tsx'
import { useHelpTexts } from './texts.ts'

/** A card in which staff enable or disable the shortcuts without a modifier key on this device. */
export function ShortcutSwitch() {
  const { t } = useHelpTexts()
  const [isOn, setOn] = useState(areShortcutsEnabled)
  return (
    <Card title={t('help.keys')} id="keys">
      <Check
        name="keys"
        label={t('keys.switch')}
        hint={t('keys.switch_hint')}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          setShortcutsEnabled(checked)
          setOn(checked)
        }}
      />
    </Card>
  )
}
