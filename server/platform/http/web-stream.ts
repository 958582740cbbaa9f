import { Readable } from 'node:stream'

/** A stream of Node as the body of a response. */
export function toWebStream(stream: Readable): ReadableStream {
  // The cast is safe: `Response` accepts Node's web streams. Only the types of Node and of the DOM differ.
  return Readable.toWeb(stream) as ReadableStream
}
