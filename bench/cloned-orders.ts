import type pg from 'pg'

/**
 * The tables that have rows of an order. `isOf` is the SQL condition that a row `r` belongs to the original of the
 * clone `c`. `renewed` sets values that must be new in a clone, besides the ids of order, cart and session.
 */
const clonedTables: [table: string, isOf: string, renewed?: string][] = [
  ['sessions', 'r.id = c.session_id', "jsonb_build_object('token_hash', c.new_order)"],
  ['carts', 'r.id = c.cart_id'],
  ['cart_lines', 'r.cart_id = c.cart_id'],
  [
    'orders',
    'r.id = c.order_id',
    "jsonb_build_object('number', null, 'placed_at', now() - c.n * interval '5 minutes')",
  ],
  ['payment_attempts', 'r.order_id = c.order_id', "jsonb_build_object('provider_reference', c.new_order)"],
  [
    'payment_notifications',
    "r.reference like c.order_id || '-A%'",
    "jsonb_build_object('event_key', r.id || c.new_order, 'id', nextval('payment_notifications_id_seq'))",
  ],
  ['order_timeline', 'r.order_id = c.order_id', "jsonb_build_object('id', nextval('order_timeline_id_seq'))"],
  ['stock_movements', 'r.reference = c.order_id', "jsonb_build_object('id', nextval('stock_movements_id_seq'))"],
  ['coupon_uses', 'r.order_id = c.order_id'],
  [
    'events',
    "r.payload ->> 'orderId' = c.order_id",
    "jsonb_build_object('id', nextval('events_id_seq'), 'done_at', now())",
  ],
]

/**
 * Creates `count` clones in total, from the given orders in turn. Also clones the rows of the orders in all
 * `clonedTables`. Returns the number of new rows per table.
 */
export async function cloneOrders(db: pg.Pool, orders: string[], count: number): Promise<Record<string, number>> {
  const client = await db.connect()
  const rowCounts: Record<string, number> = {}
  try {
    await client.query('begin')
    await client.query(
      `create temporary table clones on commit drop as
       select n, o.id as order_id, o.cart_id, o.session_id, substr(md5('order' || n), 1, 26) as new_order,
         md5('cart' || n)::uuid as new_cart, md5('session' || n)::uuid as new_session
       from generate_series(1, $2) n join unnest($1::text[]) with ordinality as given(id, at)
       on n % cardinality($1) = at - 1
       join orders o on o.id = given.id`,
      [orders, count],
    )
    await client.query('analyze clones')
    for (const [table, isOf, renewed = "'{}'::jsonb"] of clonedTables) {
      const { rowCount } = await client.query(`
        insert into ${table} select made.* from ${table} r join clones c on ${isOf}
        cross join lateral jsonb_populate_record(null::${table}, replace(replace(replace(to_jsonb(r)::text,
          c.order_id, c.new_order), c.cart_id::text, c.new_cart::text), c.session_id::text, c.new_session::text)::jsonb
          || ${renewed}) made`)
      rowCounts[table] = rowCount ?? 0
    }
    await client.query('commit')
  } finally {
    client.release()
  }
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  return rowCounts
}
