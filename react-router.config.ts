import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'storefront',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'main.js',
} satisfies Config
