import { redirect } from 'react-router'

/** Redirects `/user` to the account's first page. */
export const loader = () => redirect('/user/list')
export const clientLoader = () => redirect('/user/list')

export default function User() {
  return null
}
