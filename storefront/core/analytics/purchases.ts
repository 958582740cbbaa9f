const key = 'countedOrders'
const mostKept = 20

/**
 * Whether this device counted the order before; marks it as counted. Reloading a page therefore counts nothing twice.
 */
export function isCounted(orderId: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    const counted = Array.isArray(stored) ? stored.map(String) : []
    if (counted.includes(orderId)) return true
    localStorage.setItem(key, JSON.stringify([orderId, ...counted].slice(0, mostKept)))
    return false
  } catch {
    // Without storage every reload would count the order again, so this device counts none.
    return true
  }
}
