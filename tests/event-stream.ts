/** Reads a response as a stream until it contains `text`. Returns the text read so far. */
export async function readUntil(response: Response, text: string): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  while (reader && !received.includes(text)) {
    const { value, done } = await reader.read()
    if (done) break
    received += value
  }
  await reader?.cancel()
  return received
}
