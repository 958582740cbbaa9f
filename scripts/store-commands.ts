import { methods } from '#contract/fulfilment-methods.ts'
import type { Locale } from '#contract/languages.ts'
import { languages, locales, perLocale, pick } from '#contract/languages.ts'
import { staffText } from '#contract/messages/staff.ts'
import type { CategoryState } from '#contract/office/categories.ts'
import type { OrderEmail, StoreHours, TipOffers } from '#contract/office/stores.ts'
import type { Command } from './shop-command.ts'

/** Commands for opening hours. */
export const timeCommands: Command[] = [
  {
    name: 'hours',
    args: ['[DEED]', '[STORE]', '[DAY]', '[TIMES]'],
    options: [],
    run: async (shop, input, locale) => {
      const action = input.oneOf(0, ['list', 'week', 'day', 'usual'])
      if (action === 'list') {
        const answer = await shop.openingHours({})
        return { answer, lines: answer.stores.flatMap((store) => showHours(store, locale)) }
      }
      const location = input.required(1)
      const answer =
        action === 'week'
          ? await shop.writeWeek({ location, weekdays: input.weekdays(2), openings: input.openings(3) })
          : await shop.writeDay({
              location,
              date: input.required(2),
              openings: action === 'usual' ? null : input.openings(3),
            })
      const lines = answer.stores.filter((store) => store.location === location)
      if (action !== 'day') return { answer, lines: lines.flatMap((store) => showHours(store, locale)) }
      const { orders } = await shop.orders({ location, limit: 200 })
      const count = orders.filter(({ slot }) => slot?.date === input.args[2]).length
      const placed = count > 0 ? [staffText(locale, 'placed_for_day', { count })] : []
      return { answer, lines: [...lines.flatMap((store) => showHours(store, locale)), ...placed] }
    },
  },
]

/** The command for the email address to which a store's new orders are sent. */
export const orderEmailCommand: Command = {
  name: 'order-email',
  args: ['[DEED]', '[STORE]', '[ADDRESS]'],
  options: ['language'],
  run: async (shop, input, locale) => {
    const action = input.oneOf(0, ['list', 'set', 'on', 'off'])
    const language = input.text<Locale>('language')
    const answer =
      action === 'list'
        ? await shop.orderEmails({})
        : await shop.writeOrderEmail({
            location: input.required(1),
            ...(action === 'set' ? { email: input.required(2), isOn: true } : { isOn: action === 'on' }),
            ...(language && { locale: language }),
          })
    return { answer, lines: answer.stores.map((store) => showOrderEmail(store, locale)) }
  },
}

/** Commands for tips and for product categories. */
export const sortingCommands: Command[] = [
  {
    name: 'tips',
    args: ['[METHOD]', '[PERCENTS]'],
    options: [],
    run: async (shop, input, locale) => {
      if (!input.args[0]) {
        const answer = await shop.tips({})
        return { answer, lines: showTips(answer.tips, locale) }
      }
      const names = methods.map((method) => method.toLowerCase())
      const method = methods[names.indexOf(input.oneOf(0, names))] ?? methods[0]
      const answer = await shop.writeTips({ method, percents: input.numbers(1) })
      return { answer, lines: showTips(answer.tips, locale) }
    },
  },
  {
    name: 'category',
    args: ['[DEED]', '[CATEGORY]', '[ENGLISH]', '[CHINESE]'],
    options: [],
    run: async (shop, input, locale) => {
      const action = input.oneOf(0, ['list', 'rename', 'show', 'hide'])
      const answer =
        action === 'list'
          ? await shop.categories({})
          : await shop.writeCategory({
              category: input.required(1),
              ...(action === 'rename'
                ? { name: perLocale((language) => input.required(2 + locales.indexOf(language))) }
                : { isShown: action === 'show' }),
            })
      const lines = answer.categories.map((category) => showCategory(category, locale))
      return { answer, lines: lines.length > 0 ? lines : [staffText(locale, 'nothing_written')] }
    },
  },
]

type Openings = StoreHours['days'][number]['openings']

function showHours({ location, name, week, days }: StoreHours, locale: Locale): string[] {
  const openingsText = (openings: Openings) =>
    openings.map(({ from, to }) => `${from}–${to}`).join('  ') || staffText(locale, 'closed')
  const { weekdays } = languages[locale]
  return [
    `${location}  ${pick(name, locale)}`,
    ...[1, 2, 3, 4, 5, 6, 0].map(
      (weekday) => `  ${weekdays[weekday]}  ${openingsText(week.filter((opening) => opening.weekday === weekday))}`,
    ),
    ...days.map(({ date, openings }) => `  ${date}  ${openingsText(openings)}`),
  ]
}

function showOrderEmail({ location, name, email, locale: language, isOn }: OrderEmail, locale: Locale): string {
  const facts = email
    ? [email, language, !isOn && staffText(locale, 'order_email_off')]
    : [staffText(locale, 'no_order_email')]
  return [location, pick(name, locale), ...facts].filter(Boolean).join('  ')
}

function showTips(tips: TipOffers, locale: Locale): string[] {
  return methods.map((method) => {
    const percents = tips[method].map((percent) => `${percent} %`).join('  ')
    return `${staffText(locale, `method_${method}`)}  ${percents || staffText(locale, 'no_tips')}`
  })
}

function showCategory({ category, name, parent, isShown, products }: CategoryState, locale: Locale): string {
  const facts = [
    parent && `< ${parent}`,
    staffText(locale, 'in_category', { count: products }),
    !isShown && staffText(locale, 'category_hidden'),
  ]
  return [category, ...locales.map((language) => name[language]), ...facts].filter(Boolean).join('  ')
}
