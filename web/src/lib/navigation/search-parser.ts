/** What the router wrote before every value was plain text: quotes around a text that looks like another value. */
const quoted = /^"(-?\d+(?:\.\d+)?|true|false|null)"$/

/** Reads every parameter as the text that it is, so that `?q=007` stays three digits. */
export function parseSearch(query: string): Record<string, string> {
  const pairs = [...new URLSearchParams(query)]
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(quoted, '$1')]))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) params.set(name, String(value))
  const query = params.toString()
  return query === '' ? '' : `?${query}`
}
