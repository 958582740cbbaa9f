/** Why somebody lets an order go. Apart from the schemas, for pages. */
export const cancelReasons = ['changed_mind', 'wrong_time', 'wrong_items', 'other'] as const

/** The tabs of the list: waiting for payment, being made, ready to be had, over, cancelled. */
export const orderGroups = ['to_pay', 'in_progress', 'ready', 'done', 'cancelled'] as const
