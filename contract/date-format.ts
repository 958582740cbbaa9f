const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Returns a cached formatter for these options. Creating a formatter takes longer than formatting all dates of a page.
 */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = tag + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(tag, options)
  formats.set(key, format)
  return format
}
