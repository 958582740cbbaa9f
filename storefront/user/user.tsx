import { redirect } from 'react-router'

export const loader = () => redirect('/user/list')
export const clientLoader = () => redirect('/user/list')

export default function User() {
  return null
}
