import type { Callable, ReplyOf } from '@rootsquare/contract/lib/endpoint'
import type { StoredCall } from '#web/lib/storage/sendable-entry.ts'
import { addressOf, call, type CallInput } from '#web/lib/net/call.ts'

export function storedCall<C extends Callable>(endpoint: C, input: CallInput<C>): StoredCall<ReplyOf<C>> {
  const { body } = input as { body?: unknown }
  const path: `/${string}` = `/${addressOf(endpoint, input).slice('/api/'.length)}`
  return { method: endpoint.method, path, ...(body !== undefined && { body }) }
}

export async function sendStored<Reply>(
  { method, path, body }: StoredCall<Reply>,
  idempotencyKey?: string,
): Promise<{ data: Reply; message: string | undefined }> {
  const input = { body, ...(idempotencyKey !== undefined && { idempotencyKey }) } as CallInput<Callable>
  const sent = await call({ method, path } as Callable, input)
  return sent as { data: Reply; message: string | undefined }
}
