import { z } from 'zod'

/** Parses JSON. Ids have 64 bits, and those beyond the safe integers stay text. */
export function parseWire(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const isWhole = typeof value === 'number' && Number.isInteger(value)
    return isWhole && !Number.isSafeInteger(value) ? (context?.source ?? value) : value
  })
}

const WireId = z.union([
  z
    .int()
    .nonnegative()
    .transform((id) => String(id)),
  z.string().min(1).max(100),
])

/** Accepts kobo as a number or as digits. */
const WireAmount = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

/** The envelope of every response. `status` is the result of the call, not of the payment. */
export const Envelope = z.looseObject({
  status: z.boolean(),
  message: z.string().default(''),
  code: z.string().nullish(),
  data: z.unknown().optional(),
  meta: z
    .looseObject({ next: z.string().min(1).nullish().catch(null) })
    .nullish()
    .catch(null),
})

export const OpenedTransaction = z.looseObject({
  authorization_url: z.url(),
  reference: z.string().nullish(),
})

/** A payment as the provider sends it. `metadata` has no fixed shape and is not read. */
export const WireTransaction = z.looseObject({
  id: WireId.nullish(),
  status: z.string(),
  reference: z.string(),
  amount: WireAmount,
  requested_amount: WireAmount.nullish(),
  currency: z.string(),
  domain: z.string().nullish(),
  gateway_response: z.string().nullish(),
  // An order must get its payment even if the fee is malformed.
  fees: WireAmount.nullish().catch(null),
})

export const WireRefund = z.looseObject({ id: WireId.nullish(), status: z.string().default('pending') })

export const ListedRefunds = z.array(
  z.looseObject({
    id: WireId,
    status: z.string(),
    amount: WireAmount,
    merchant_note: z.string().nullish(),
    transaction: z.union([
      WireId.transform((id) => ({ id, reference: null })),
      z.looseObject({ id: WireId.nullable().default(null), reference: z.string().nullable().default(null) }),
    ]),
  }),
)

/** Reads one bank. A bank in another form is left out, so that it does not hide the others. */
const ListedBank = z.looseObject({
  code: WireId,
  name: z.string().trim().min(1),
  active: z.boolean().nullish(),
  is_deleted: z.boolean().nullish(),
  currency: z.string().nullish(),
  type: z.string().nullish(),
})
export const ListedBanks = z.array(ListedBank.nullable().catch(null))

export const ResolvedAccount = z.looseObject({ account_name: z.string().trim().min(1).max(200) })

export const WireRecipient = z.looseObject({ recipient_code: z.string().min(1).max(100) })

/** A transfer as the provider sends it. `recipient` is an object, a code, or the id of a recipient, which we cannot use. */
export const WireTransfer = z.looseObject({
  status: z.string(),
  reference: z.string(),
  amount: WireAmount.nullish(),
  currency: z.string().nullish(),
  domain: z.string().nullish(),
  fee_charged: WireAmount.nullish(),
  transfer_code: z.string().nullish(),
  gateway_response: z.string().nullish().catch(null),
  recipient: z
    .union([
      z.looseObject({ recipient_code: z.string().nullish() }).transform((one) => one.recipient_code ?? null),
      z.string().transform((text) => (/^\d+$/.test(text) ? null : text)),
      z.number().transform(() => null),
    ])
    .nullish(),
})
