const browsers: [RegExp, string][] = [
  [/MicroMessenger/i, 'WeChat'],
  [/AlipayClient/i, 'Alipay'],
  [/EdgA?\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/OPR\//, 'Opera'],
  [/FxiOS|Firefox\//, 'Firefox'],
  [/CriOS|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const machines: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** The browser and device of a user agent: "Safari · iPhone"; empty if unknown. */
export function nameDevice(userAgent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([sign]) => sign.test(userAgent))?.[1]
  return [find(browsers), find(machines)].filter(Boolean).join(' · ')
}
