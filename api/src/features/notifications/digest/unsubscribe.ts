import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '#api/deps.ts'
import { invalid } from '#api/http/api-error.ts'

function sign(secret: string, memberId: number): Buffer {
  return createHmac('sha256', secret).update(`unsubscribe:${memberId}`).digest()
}

/**
 * Signs a token that needs no log-in and is valid as long as the secret of the server, because old mails are opened late.
 */
export function unsubscribeToken({ jwtSecret }: Pick<Deps, 'jwtSecret'>, memberId: number): string {
  return `${memberId}.${sign(jwtSecret, memberId).toString('base64url')}`
}

/** Ends the mails. It succeeds if the member is erased or has already unsubscribed, because nothing remains to be done. */
export async function unsubscribe({ db, jwtSecret }: Deps, token: string): Promise<null> {
  const memberId = memberOf(jwtSecret, token)
  if (memberId === null) {
    throw invalid('This link is not complete. Please open the link in the mail again.', 'INVALID_CODE')
  }
  await sql`
    insert into notification_settings (member_id, kind, mail)
    select id, unnest(enum_range(null::notification_kind)), false from members where id = ${memberId}
    on conflict (member_id, kind) do update set mail = false`.execute(db)
  return null
}

function memberOf(secret: string, token: string): number | null {
  const [, id = '', signature = ''] = /^([1-9]\d{0,15})\.([\w-]{43})$/.exec(token) ?? []
  const isSigned = id !== '' && timingSafeEqual(Buffer.from(signature, 'base64url'), sign(secret, Number(id)))
  return isSigned ? Number(id) : null
}
