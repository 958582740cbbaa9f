import type { ErrorItem } from '#contract/errors.ts'
import { defaultLocale, locales, toLang } from '#contract/languages.ts'
import { isOneOf } from '#contract/object-keys.ts'
import type { MenuName } from '#contract/office/shop.ts'
import { Field } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Select } from '#ui/select.tsx'
import { fieldIn } from '../forms/text-pair.tsx'
import { LinkPicker } from './link-picker.tsx'
import type { Entry, MenuEdit } from './menu-tree.ts'
import { useTargetDescription } from './target-texts.ts'
import { useMenuTexts } from './texts.ts'

/** The functions that change an entry. */
export interface EntryActions {
  toggle(key: string): void
  write(key: string, fields: Extract<MenuEdit, { kind: 'write' }>['fields']): void
  add(below: string | null): void
  move(entry: Entry, by: 1 | -1): void
  remove(entry: Entry): void
}

interface EntryRowProps {
  entry: Entry
  menu: MenuName
  act: EntryActions
  /** The key of the entry whose fields are shown. */
  open: string
  errorsOf: (entry: Entry) => ErrorItem[]
  isFirst: boolean
  isLast: boolean
  isBelow?: boolean
}

/** An entry with its buttons, its fields if it is open, and its sub-entries. */
export function EntryRow({ isBelow = false, ...props }: EntryRowProps) {
  const { entry, menu, act, open, errorsOf } = props
  const { t, say } = useMenuTexts()
  const describeTarget = useTargetDescription()
  const name = say(entry.names) || t('menu.unnamed')
  const isOpen = open === entry.key
  const errors = errorsOf(entry)
  const canHaveBelow = menu !== 'footerTabs' && !isBelow
  return (
    <li data-key={entry.key}>
      <div className="row-item">
        <div>
          <strong>{name}</strong>
          <p className="soft">{describeTarget(entry.target, menu)}</p>
          {!isOpen &&
            errors.map(({ message }) => (
              <p key={message} className="field-error">
                {message}
              </p>
            ))}
        </div>
        <Buttons {...props} name={name} isOpen={isOpen} />
      </div>
      {isOpen && <EntryFields entry={entry} menu={menu} act={act} errors={errors} />}
      {entry.entries.length > 0 && (
        <ul className="rows sub-rows">
          {entry.entries.map((below, index) => (
            <EntryRow
              key={below.key}
              menu={menu}
              act={act}
              open={open}
              errorsOf={errorsOf}
              entry={below}
              isFirst={index === 0}
              isLast={index === entry.entries.length - 1}
              isBelow
            />
          ))}
        </ul>
      )}
      {canHaveBelow && (isOpen || entry.entries.length > 0) && (
        <button type="button" className="link" onClick={() => act.add(entry.key)}>
          {t('menu.add_below', { name })}
        </button>
      )}
    </li>
  )
}

interface ButtonsProps extends Pick<EntryRowProps, 'entry' | 'act' | 'isFirst' | 'isLast'> {
  name: string
  isOpen: boolean
}

function Buttons({ entry, act, isFirst, isLast, name, isOpen }: ButtonsProps) {
  const { t } = useMenuTexts()
  const quiet = { type: 'button', className: 'button button-quiet' } as const
  return (
    <div className="entry-buttons">
      <button
        {...quiet}
        data-move="-1"
        aria-label={t('menu.up', { name })}
        aria-disabled={isFirst}
        onClick={() => !isFirst && act.move(entry, -1)}
      >
        <Icon name="chevron-up" />
      </button>
      <button
        {...quiet}
        data-move="1"
        aria-label={t('menu.down', { name })}
        aria-disabled={isLast}
        onClick={() => !isLast && act.move(entry, 1)}
      >
        <Icon name="chevron-down" />
      </button>
      <button
        {...quiet}
        aria-expanded={isOpen}
        aria-label={t(isOpen ? 'menu.close_named' : 'menu.change', { name })}
        onClick={() => act.toggle(entry.key)}
      >
        {isOpen ? t('menu.close') : t('office.change')}
      </button>
      <button {...quiet} aria-label={t('menu.remove', { name })} onClick={() => act.remove(entry)}>
        <Icon name="trash" />
      </button>
    </div>
  )
}

const icons = [
  ...(['home', 'shop', 'cart', 'support', 'account', 'search', 'gift', 'heart'] as const),
  ...(['pin', 'phone', 'clock', 'calendar', 'wallet', 'menu'] as const),
]

function EntryFields({
  entry,
  menu,
  act,
  errors,
}: Pick<EntryRowProps, 'entry' | 'menu' | 'act'> & { errors: ErrorItem[] }) {
  const { t } = useMenuTexts()
  const { key, names, icon, target } = entry
  const errorAt = (end: string) => errors.find(({ field }) => field?.endsWith(end))?.message
  const name = { maxLength: 60, isOptional: true } as const
  return (
    <div className="stack entry-fields">
      <div className="pair">
        {locales.map((locale) => (
          <Field
            key={locale}
            {...name}
            name={fieldIn(`${key}.name`, locale)}
            lang={toLang(locale)}
            label={t(`menu.name_${locale}`)}
            value={names[locale]}
            onChange={({ target }) => act.write(key, { names: { ...names, [locale]: target.value } })}
            error={locale === defaultLocale ? errorAt('.name') : undefined}
          />
        ))}
        {menu === 'footerTabs' && (
          <Select
            name={`${key}.icon`}
            label={t('menu.icon')}
            value={icon}
            placeholder={t('menu.choose')}
            onChange={({ target }) => act.write(key, { icon: target.value })}
            options={[
              ...icons.map((value) => ({ value, label: t(`icon.${value}`) })),
              ...(icon && !isOneOf(icons, icon) ? [{ value: icon, label: t('menu.own_icon') }] : []),
            ]}
          />
        )}
      </div>
      <LinkPicker
        name={key}
        target={target}
        menu={menu}
        error={errorAt('ink') ?? errorAt('navLink.storeLocationId')}
        onChange={(target) => act.write(key, { target })}
      />
    </div>
  )
}
