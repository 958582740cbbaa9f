// Loaded into the server before its program (`node --import`). Measures the event loop and responds to the test.
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Child processes of the server load this too, but must neither measure nor respond.
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
