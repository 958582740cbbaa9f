/** A stored number as people write it: `+14165550123` is +1 416 555 0123. Other countries' stay as they are. */
export function formatPhone(number: string): string {
  return number
    .replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')
    .replace(/^\+86(\d{3})(\d{4})(\d{4})$/, '+86 $1 $2 $3')
}
