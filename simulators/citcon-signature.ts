import { createHash } from 'node:crypto'

/**
 * Computes Citcon's signature of a notification. Shares no code with the shop, so that the shop's implementation and
 * this one check each other.
 */
export function signNotification(form: Map<string, string>, token: string): string {
  const names = (form.get('fields') ?? '').split(',').concat('fields')
  const pairs: string[] = []
  for (const name of names.sort()) pairs.push([name, form.get(name) ?? ''].join('='))
  pairs.push(['token', token].join('='))
  return createHash('md5').update(pairs.join('&'), 'utf8').digest('hex')
}
