import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { ErrorItem } from '#contract/errors.ts'
import type { ShopDetail } from '#contract/office/shop.ts'
import { Check } from '#ui/check.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { api } from '../core/api.ts'
import { textOf } from '../core/attempt.ts'
import { useFormResult } from '../core/form-answer.ts'
import { writeShopPart } from '../core/shop-part.ts'
import { VersionedForm } from '../forms/versioned-form.tsx'
import { Card, Page } from '../frame/page.tsx'
import { ColourPair } from './colour-pair.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { useLookTexts } from './texts.ts'
import './look.css'

const colourPairs = ['varButton', 'varHeaderNavActive', 'varSideMenu', 'varFooter'] as const
const headerSwitches = [
  'notDisplayheaderInMP',
  'notDisplayheaderInAli',
  'notDisplayheaderInMobile',
  'notDisplayheaderInDesktop',
] as const

/** Loads the settings of the shop. */
export const loader = () => api.staff.shopSettings()

/** Saves the shop's name, pictures, colours, header and footer line. */
export async function action({ request }: { request: Request }) {
  const form = await request.formData()
  const pair = (name: string) => ({
    color: textOf(form, `${name}.color`),
    background: textOf(form, `${name}.background`),
  })
  return writeShopPart(form, partOf, {
    identity: {
      storeName: textOf(form, 'storeName'),
      storeLogo: textOf(form, 'storeLogo') === '2' ? '2' : '1',
      logo: textOf(form, 'logo'),
      favicon: textOf(form, 'favicon'),
      footerLogo: textOf(form, 'footerLogo'),
    },
    css: {
      varButton: pair('varButton'),
      varHeaderNavActive: pair('varHeaderNavActive'),
      varSideMenu: pair('varSideMenu'),
      varFooter: pair('varFooter'),
    },
    headerControl: {
      notDisplayheaderInMP: form.has('notDisplayheaderInMP'),
      notDisplayheaderInAli: form.has('notDisplayheaderInAli'),
      notDisplayheaderInMobile: form.has('notDisplayheaderInMobile'),
      notDisplayheaderInDesktop: form.has('notDisplayheaderInDesktop'),
    },
    poweredBy: {
      hidePowerBy: !form.has('showPoweredBy'),
      powerByName: textOf(form, 'powerByName'),
      powerByFullUrl: textOf(form, 'powerByFullUrl'),
      showPowerByNameOnly: form.has('showPowerByNameOnly'),
    },
  })
}

/** `/office/look`: the shop's name, pictures, colours, header and footer line. */
export function Component() {
  const { t } = useLookTexts()
  const settings = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  return (
    <Page title={t('look.title')} action={<Link to="/shop">{t('office.shop')}</Link>}>
      <VersionedForm stored={settings} part={partOf} result={result} labels={labelsOf(t)}>
        {(settings, errors) => (
          <>
            <Brand settings={settings} errors={errors} />
            <Colours settings={settings} errors={errors} />
            <Header settings={settings} errors={errors} />
            <PoweredBy settings={settings} errors={errors} />
          </>
        )}
      </VersionedForm>
    </Page>
  )
}

const partOf = ({ identity, css, headerControl, poweredBy }: ShopDetail) => [identity, css, headerControl, poweredBy]

type Translate = ReturnType<typeof useLookTexts>['t']

const labelsOf = (t: Translate) => ({
  'identity.storeName': t('look.name'),
  'poweredBy.powerByFullUrl': t('look.power_link'),
  ...Object.fromEntries(colourPairs.map((name) => [`css.${name}`, t(`look.${name}`)])),
})

interface PartProps {
  settings: ShopDetail
  errors: ErrorItem[] | undefined
}

function Brand({ settings: { identity, css }, errors }: PartProps) {
  const { t } = useLookTexts()
  const [shown, setShown] = useState(identity.storeLogo)
  return (
    <Card title={t('look.brand')}>
      <Field
        name="storeName"
        label={t('look.name')}
        hint={t('look.name_hint')}
        defaultValue={identity.storeName}
        maxLength={80}
        errors={errors}
        errorName="identity.storeName"
      />
      <Select
        name="storeLogo"
        label={t('look.header_shows')}
        hint={identity.storeLogo === '2' && !identity.logo ? t('look.no_logo') : undefined}
        value={shown}
        onChange={({ target }) => setShown(target.value === '2' ? '2' : '1')}
        options={[
          { value: '1', label: t('look.shows_name') },
          { value: '2', label: t('look.shows_logo') },
        ]}
      />
      <div className="pair">
        {/* After the upload of a logo, the form also selects the logo instead of the shop's name. */}
        <PictureUpload use="logo" stored={identity.logo} onUpload={() => setShown('2')} />
        <PictureUpload use="favicon" stored={identity.favicon} />
        <PictureUpload use="footerLogo" stored={identity.footerLogo} ground={css.varFooter.background} />
      </div>
    </Card>
  )
}

function Colours({ settings: { css }, errors }: PartProps) {
  const { t } = useLookTexts()
  return (
    <Card title={t('look.colours')}>
      <p className="soft">{t('look.colours_hint')}</p>
      <div className="pair pair-wide">
        {colourPairs.map((name) => (
          <ColourPair
            key={name}
            name={name}
            stored={css[name]}
            error={errors?.find(({ field }) => field === `css.${name}`)?.message}
          />
        ))}
      </div>
    </Card>
  )
}

function Header({ settings: { headerControl } }: PartProps) {
  const { t } = useLookTexts()
  return (
    <Card title={t('look.header')}>
      <p className="soft">{t('look.header_hint')}</p>
      <div className="pair pair-wide">
        {headerSwitches.map((name) => (
          <Check key={name} name={name} label={t(`look.${name}`)} defaultChecked={headerControl[name]} />
        ))}
      </div>
    </Card>
  )
}

function PoweredBy({ settings: { poweredBy }, errors }: PartProps) {
  const { t } = useLookTexts()
  const optional = { isOptional: true, errors } as const
  return (
    <Card title={t('look.powered_by')}>
      <Check name="showPoweredBy" label={t('look.show_powered_by')} defaultChecked={!poweredBy.hidePowerBy} />
      <div className="pair">
        <Field
          {...optional}
          name="powerByName"
          label={t('look.power_name')}
          hint={t('look.power_name_hint')}
          defaultValue={poweredBy.powerByName}
          maxLength={80}
        />
        <Field
          {...optional}
          name="powerByFullUrl"
          type="url"
          label={t('look.power_link')}
          defaultValue={poweredBy.powerByFullUrl}
          maxLength={500}
          errorName="poweredBy.powerByFullUrl"
        />
      </div>
      <Check name="showPowerByNameOnly" label={t('look.power_only')} defaultChecked={poweredBy.showPowerByNameOnly} />
    </Card>
  )
}
