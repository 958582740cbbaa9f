import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'storefront',
  ssr: true,
  serverBuildFile: 'main.js',
} satisfies Config
