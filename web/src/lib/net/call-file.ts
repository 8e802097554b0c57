import type { Callable, CallOf, Endpoint } from '@rootsquare/contract/lib/endpoint'
import { addressOf, apiErrorIn, noResponse, sendFresh } from '#web/lib/net/call.ts'

type FileEndpoint = Endpoint & { mediaType: string }

/** Loads a file that the server makes. A plain link would not send the token. */
export async function callFile<E extends FileEndpoint>(
  endpoint: Callable<E>,
  params: CallOf<E>['params'] & Record<string, number | string>,
): Promise<Blob> {
  const got: { file?: Blob } = {}
  const sent = await sendFresh(async (token) => {
    const response = await fetch(addressOf(endpoint, { params }), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    }).catch(() => {
      throw noResponse()
    })
    if (!response.ok) return { status: response.status, text: await response.text() }
    got.file = await response.blob()
    return { status: response.status, text: '' }
  })
  if (got.file === undefined) throw apiErrorIn(sent)
  return got.file
}
