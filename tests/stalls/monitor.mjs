// Node loads this module before the server's program (`node --import`). The module measures delays of the event loop,
// and responds to the test's messages.
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Prevents child processes of the server from loading this module too.
delete process.env.NODE_OPTIONS

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', (message) => {
  if (message?.ask === 'reset') delay.reset()
  if (!message?.ask) return
  globalThis.gc?.()
  const { rss } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo()
  process.send({ answer: message.ask, maxMs: delay.max / 1e6, rss, resources })
})
process.channel?.unref()
