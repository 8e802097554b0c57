import type { Bank } from '@rootsquare/contract/trade/payouts'
import type { Deps } from '#api/deps.ts'
import { unavailable } from '#api/http/api-error.ts'
import { inHours } from '#api/ports/clock/clock.ts'
import { ProviderError } from '#api/ports/payments/payments.ts'

export type ListBanks = () => Promise<Bank[]>

/**
 * Returns a function that requests the list of banks at most once an hour, because it is long and the same for all. Calls at once
 * share one request. While the provider does not answer, the last list is used.
 */
export function storedBanks({ clock, payments, log }: Pick<Deps, 'clock' | 'payments' | 'log'>): ListBanks {
  let stored: { banks: Bank[]; until: Date } | null = null
  let request: Promise<Bank[]> | null = null

  async function load(): Promise<Bank[]> {
    try {
      const banks = await payments.banks()
      stored = { banks, until: inHours(clock.now(), 1) }
      return banks
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ err: error }, 'the list of banks could not be loaded')
      if (stored === null) throw unavailable('We cannot load the list of banks right now. Please try again.')
      return stored.banks
    }
  }

  return async function listBanks() {
    if (stored !== null && stored.until > clock.now()) return stored.banks
    request ??= load().finally(() => {
      request = null
    })
    return request
  }
}
