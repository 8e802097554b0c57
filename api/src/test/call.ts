type CallOptions = {
  body?: unknown
  query?: Record<string, string | number | boolean>
  token?: string
  headers?: Record<string, string>
}

export type Called = {
  status: number
  /** The response as JSON. A file that is none is one text. */
  body: Json
  headers: Headers
}

/** Untyped JSON, in which missing fields are undefined. */
export type Json = { [key: string]: Json } & { [index: number]: Json; length?: number }

export function caller(url: string) {
  return async (
    method: string,
    path: string,
    { body, query, token, headers }: CallOptions = {},
  ): Promise<Called> => {
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`
      : ''
    const response = await fetch(`${url}/api${path}${search}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isCsv = response.headers.get('content-type')?.startsWith('text/csv')
    return {
      status: response.status,
      body: text === '' ? null : JSON.parse(isCsv ? JSON.stringify(text) : text),
      headers: response.headers,
    }
  }
}
