/** Reads a response as a stream until it contains `wanted`. Returns the text read so far. */
export async function readUntil(response: Response, wanted: string): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  while (reader && !said.includes(wanted)) {
    const { value, done } = await reader.read()
    if (done) break
    said += value
  }
  await reader?.cancel()
  return said
}
