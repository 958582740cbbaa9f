const key = 'countedOrders'
const mostKept = 20

/**
 * Whether an order was counted on this device before; from now on it was. A page that is loaded again counts nothing
 * twice.
 */
export function isCounted(orderId: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    const counted = Array.isArray(stored) ? stored.map(String) : []
    if (counted.includes(orderId)) return true
    localStorage.setItem(key, JSON.stringify([orderId, ...counted].slice(0, mostKept)))
    return false
  } catch {
    // Where nothing can be kept, once too often would be told as often as the page is loaded: rather not at all.
    return true
  }
}
