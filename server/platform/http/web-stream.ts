import { Readable } from 'node:stream'

/** A stream of Node as the body of a response. */
export function toWebStream(stream: Readable): ReadableStream {
  // Node's stream type differs from the DOM's, which `Response` takes. Hence the cast.
  return Readable.toWeb(stream) as ReadableStream
}
