/** A call fails after so long without a byte. How long it takes in all does not matter: on a slow line that is minutes. */
const silenceMs = 20_000

/** `signal` aborts when nothing has arrived for too long. */
export function limitSilence() {
  const limit = new AbortController()
  const giveUp = () => limit.abort()
  let timer = setTimeout(giveUp, silenceMs)
  const stop = () => clearTimeout(timer)
  return {
    signal: limit.signal,
    stop,
    onData(): void {
      stop()
      timer = setTimeout(giveUp, silenceMs)
    },
  }
}

/** Reads a text in pieces. `onData` is called for each. */
export async function readText(response: Response, onData: () => void): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    onData()
    text += decoder.decode(next.value, { stream: true })
  }
  return text + decoder.decode()
}
