import { useShop } from '#storefront/core/shop.ts'
import { FormPanel } from '#storefront/pages/form-panel.tsx'
import { BlockFrame } from './block-frame.tsx'
import type { BlockProps } from './block-props.ts'

/** A form embedded in a page. */
export default function FormBlock({ data: form }: BlockProps<'form'>) {
  const { say } = useShop()
  return (
    <BlockFrame title={form.title} text={form.text} fallback={say(form.title)} className="form-block">
      <FormPanel form={form} />
    </BlockFrame>
  )
}
