/**
 * Returns the origin of a provider's URL. A simulated provider on this machine gets the host name of the visitor's
 * requests.
 */
export function localUrl(url: string, shopOrigin: string): string {
  const address = new URL(url)
  if (/^(127\.|localhost)/.test(address.hostname)) address.hostname = new URL(shopOrigin).hostname
  return address.origin
}
