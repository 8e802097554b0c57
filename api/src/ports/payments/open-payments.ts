import type { OwnAddress } from '#api/ports/own-address/own-address.ts'
import type { Settings } from '#api/settings.ts'
import { sandboxKey, type Payments } from './payments.ts'
import { paystack } from './paystack.ts'

/** Opens the client for Paystack or the sandbox, which differ only in URL and key. */
export function openPayments(settings: Settings, jwtSecret: string, ownAddress: OwnAddress): Payments {
  const { publicUrl, payments } = settings
  const { secretKey = '', baseUrl } = settings.paystack
  if (payments === 'paystack') return paystack({ secretKey, base: () => baseUrl, publicUrl })
  const base = () => {
    const own = ownAddress.url()
    return own === null ? null : `${own}/sandbox`
  }
  return paystack({ secretKey: sandboxKey(jwtSecret), base, publicUrl })
}
