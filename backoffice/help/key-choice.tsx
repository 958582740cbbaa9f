import { useState } from 'react'
import { Check } from '#ui/check.tsx'
import { areKeysOn, switchKeys } from '../frame/keys.ts'
import { Card } from '../frame/page.tsx'
import { useHelpTexts } from './texts.ts'

/** A card with which staff turn the keyboard shortcuts that need no modifier key on or off, on this device. */
export function KeyChoice() {
  const { t } = useHelpTexts()
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <Card title={t('help.keys')} id="keys">
      <Check
        name="keys"
        label={t('keys.switch')}
        hint={t('keys.switch_hint')}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          switchKeys(checked)
          setOn(checked)
        }}
      />
    </Card>
  )
}
