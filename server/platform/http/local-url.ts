/**
 * Returns the origin of a provider's URL. If the provider is simulated on this machine, the origin has the host name of
 * `shopOrigin`, because the visitor may use another device.
 */
export function localUrl(url: string, shopOrigin: string): string {
  const address = new URL(url)
  if (/^(127\.|localhost)/.test(address.hostname)) address.hostname = new URL(shopOrigin).hostname
  return address.origin
}
