import { useShop } from '#storefront/shop.ts'

export default function Home() {
  const { app } = useShop()
  return <h1>{app.storeName}</h1>
}
