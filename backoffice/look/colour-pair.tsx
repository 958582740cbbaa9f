import { useId, useState } from 'react'
import { contrastFigure, contrastOf, readableContrast } from '#contract/contrast.ts'
import type { ShopDetail } from '#contract/office/shop.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLookTexts } from './texts.ts'

interface ColourPairProps {
  name: keyof ShopDetail['css']
  stored: { color: string; background: string }
  error: string | undefined
}

/** The colours of a text and its background, with a sample and the contrast of the chosen colours. */
export function ColourPair({ name, stored, error }: ColourPairProps) {
  const { t } = useLookTexts()
  const [{ color, background }, setPair] = useState(stored)
  const ids = useId()
  const ratio = contrastOf(color, background) ?? 1
  const isGood = ratio >= readableContrast
  return (
    <fieldset className="stack colour-pair" aria-describedby={`${ids}-figure`}>
      <legend>{t(`look.${name}`)}</legend>
      <p className="colour-sample" style={{ color, background }} aria-hidden="true">
        {t('look.sample')}
      </p>
      <div className="row">
        <Field
          name={`${name}.color`}
          type="color"
          label={t('look.text')}
          value={color}
          onChange={({ target }) => setPair({ color: target.value, background })}
        />
        <Field
          name={`${name}.background`}
          type="color"
          label={t('look.background')}
          value={background}
          onChange={({ target }) => setPair({ color, background: target.value })}
        />
      </div>
      <output className={`state ${isGood ? 'state-good' : 'state-off'}`} id={`${ids}-figure`}>
        <Icon name={isGood ? 'check' : 'alert'} />
        {t(isGood ? 'look.readable' : 'look.unreadable', { ratio: contrastFigure(ratio) })}
      </output>
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  )
}
