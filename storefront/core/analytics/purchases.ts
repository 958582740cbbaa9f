const key = 'countedOrders'
const maxStoredOrders = 20

/** Whether this device already counted the order. Marks it as counted, so that a reload does not count it again. */
export function wasAlreadyCounted(orderId: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    const counted = Array.isArray(stored) ? stored.map(String) : []
    if (counted.includes(orderId)) return true
    localStorage.setItem(key, JSON.stringify([orderId, ...counted].slice(0, maxStoredOrders)))
    return false
  } catch {
    // Storage is not available. Every reload would count the order again, so this device counts no orders.
    return true
  }
}
