import { Readable } from 'node:stream'

/** Converts a Node stream to a web stream, which can be the body of a response. */
export function toWebStream(stream: Readable): ReadableStream {
  // The cast is safe: `Response` accepts Node's web streams. Only the types of Node and of the DOM differ.
  return Readable.toWeb(stream) as ReadableStream
}
