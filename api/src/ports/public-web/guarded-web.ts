import type { IncomingMessage } from 'node:http'
import { mayBePublic, PrivateAddress, publicLookup } from '#api/ports/http/public-address.ts'
import { readBytes, readResponse, type Times } from '#api/ports/http/send-request.ts'
import type { FetchedFile, PublicWeb, WantedFile } from './public-web.ts'

type Options = {
  publicUrl: string
  /** The origin of a stand-in on this machine, which is not checked. Only tests set it. */
  testOrigin?: string
  times?: Times
  lookup?: ReturnType<typeof publicLookup>
}

const maxRedirects = 3
const redirects = [301, 302, 303, 307, 308]
const defaultTimes = { connectMs: 2000, totalMs: 10_000 }

/** Fetches from public addresses at the default ports only, and checks every redirect like the first address. */
export function guardedWeb(options: Options): PublicWeb {
  const { testOrigin, times = defaultTimes, lookup = publicLookup() } = options
  // Compressed content is not accepted, because it could be a thousand times as large as its bytes.
  const headers = { 'user-agent': `Rootsquare (+${options.publicUrl})`, 'accept-encoding': 'identity' }

  async function requestFile(url: URL, wanted: WantedFile, totalMs: number) {
    if (url.origin !== testOrigin && !isAllowed(url)) throw new PrivateAddress('This is no public address.')
    const request = {
      method: 'GET',
      url,
      headers: { ...headers, accept: wanted.types.join(', ') },
      lookup,
    } as const
    return readResponse(request, { ...times, totalMs }, (response) => readFile(response, wanted))
  }

  async function fetch(address: URL, wanted: WantedFile, endsAt: number): Promise<FetchedFile> {
    let url = address
    for (let tries = 0; tries <= maxRedirects; tries += 1) {
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0) throw new Error('There is no time left.')
      const found = await requestFile(url, wanted, leftMs)
      if (!('location' in found)) return { url, ...found }
      url = new URL(found.location, url)
    }
    throw new Error('There are too many redirects.')
  }

  return {
    visit() {
      const endsAt = performance.now() + times.totalMs
      return { fetch: (address, wanted) => fetch(address, wanted, endsAt) }
    },
  }
}

function isAllowed(url: URL): boolean {
  const { protocol, port, username, password } = url
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // The port is empty if it is the default one.
  return isWeb && port === '' && username === '' && password === '' && mayBePublic(url)
}

type Answer = { location: string } | Omit<FetchedFile, 'url'>

async function readFile(response: IncomingMessage, { types, maxBytes, isCut }: WantedFile): Promise<Answer> {
  const { statusCode = 0, headers } = response
  if (redirects.includes(statusCode) && headers.location !== undefined) {
    response.destroy()
    return { location: headers.location }
  }
  const contentType = headers['content-type'] ?? ''
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const encoding = headers['content-encoding'] ?? 'identity'
  if (statusCode !== 200 || !types.includes(type) || encoding !== 'identity')
    throw new Error('This is not what was asked for.')
  return { contentType, bytes: await readBytes(response, maxBytes, isCut) }
}
