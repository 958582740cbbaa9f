import type { EventHandlers } from '#server/platform/queue.ts'
export const eventHandlers: EventHandlers = {}
