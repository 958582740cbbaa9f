/** `/main`: a blank page that only exists to load another one anew. */
export default function Main() {
  return null
}
