import { createHash } from 'node:crypto'

/**
 * Citcon's signature of a notification. It shares no code with the shop, so that each implementation checks the other.
 */
export function signNotification(form: Map<string, string>, token: string): string {
  const names = (form.get('fields') ?? '').split(',').concat('fields')
  const pairs: string[] = []
  for (const name of names.sort()) pairs.push([name, form.get(name) ?? ''].join('='))
  pairs.push(['token', token].join('='))
  return createHash('md5').update(pairs.join('&'), 'utf8').digest('hex')
}
