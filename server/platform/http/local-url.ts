/**
 * Returns the origin of a provider's URL. If the provider is simulated on this machine, its URL names the local host,
 * which a visitor on another device cannot reach. The origin then has the host name of `shopOrigin` instead.
 */
export function reachableOrigin(url: string, shopOrigin: string): string {
  const address = new URL(url)
  if (/^(127\.|localhost)/.test(address.hostname)) address.hostname = new URL(shopOrigin).hostname
  return address.origin
}
