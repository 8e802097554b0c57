import type { Selectable } from 'kysely'
import type { Bank, NewPayoutAccount, PayoutAccount } from '@rootsquare/contract/trade/payouts'
import { transact, type Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/schema.ts'
import type { Deps } from '#api/deps.ts'
import { lockActiveMember } from '#api/domain/lock-member.ts'
import { sendSystemMessage } from '#api/domain/system-messages.ts'
import { requirePassword } from '#api/features/accounts/password/password.ts'
import { invalid, unavailable } from '#api/http/api-error.ts'
import type { Viewer } from '#api/http/auth/viewer.ts'
import { enqueue } from '#api/jobs/job.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { isDeclined, ProviderError } from '#api/ports/payments/payments.ts'
import { accountChangeText, sendAccountChanged } from './account-mail.ts'
import type { ListBanks } from './banks.ts'

type AccountRow = Selectable<Tables['payout_accounts']>

export async function getPayoutAccount(db: Db, { id }: Viewer): Promise<PayoutAccount | null> {
  const found = await findAccount(db, id)
  return found ? toAccount(found) : null
}

const findAccount = (db: Db, memberId: number) =>
  db.selectFrom('payout_accounts').selectAll().where('member_id', '=', memberId).executeTakeFirst()

const toAccount = ({ bank_name, account_name, last4, usable_from }: AccountRow): PayoutAccount => ({
  bankName: bank_name,
  accountName: account_name,
  last4,
  usableFrom: usable_from.toISOString(),
})

export async function setPayoutAccount(
  deps: Deps,
  listBanks: ListBanks,
  viewer: Viewer,
  { bankCode, accountNumber, password }: NewPayoutAccount,
): Promise<PayoutAccount> {
  await requirePassword(deps.db, viewer, 'password', password)
  const bank = (await listBanks()).find(({ code }) => code === bankCode)
  if (!bank) throw invalid({ bankCode: 'Choose a bank from the list.' })
  const { accountName, recipientCode } = await registerAccount(deps, bank, accountNumber)
  const account = {
    bank_code: bankCode,
    bank_name: bank.name,
    account_name: accountName,
    last4: accountNumber.slice(-4),
    recipient_code: recipientCode,
  }
  return toAccount(await storeAccount(deps, viewer, account))
}

/** Asks the provider for the holder's name and registers the account with it. Both may be repeated. */
async function registerAccount(
  { payments, log }: Deps,
  { code: bankCode, name }: Bank,
  accountNumber: string,
) {
  try {
    const { accountName } = await payments.resolveAccount({ bankCode, accountNumber })
    const { recipientCode } = await payments.createRecipient({ bankCode, accountNumber, name: accountName })
    return { accountName, recipientCode }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (isDeclined(error)) throw invalid({ accountNumber: `We could not find this account at ${name}.` })
    log.warn({ err: error }, 'a bank account could not be checked')
    throw unavailable('We cannot check bank accounts right now, so nothing was saved. Please try again.')
  }
}

type NewAccount = Omit<AccountRow, 'member_id' | 'usable_from' | 'changed_at'>

/** Stores the account. The same account again changes nothing, so that its waiting time does not start anew. */
async function storeAccount(deps: Deps, viewer: Viewer, account: NewAccount): Promise<AccountRow> {
  return transact(deps.db, async (tx) => {
    await lockActiveMember(deps, tx, viewer)
    const before = await findAccount(tx, viewer.id)
    if (before?.recipient_code === account.recipient_code) return before
    const now = deps.clock.now()
    const changed = {
      ...account,
      usable_from: inHours(now, deps.settings.payouts.accountHours),
      changed_at: now,
    }
    const stored = await tx
      .insertInto('payout_accounts')
      .values({ ...changed, member_id: viewer.id })
      .onConflict((on) => on.column('member_id').doUpdateSet(changed))
      .returningAll()
      .executeTakeFirstOrThrow()
    await sendSystemMessage(deps, tx, viewer.id, accountChangeText(stored))
    await enqueue(tx, sendAccountChanged, { memberId: viewer.id })
    return stored
  })
}
