import { z } from 'zod'
import { endpoint, getByMember, Nothing, postByMember, sharedByAll } from './lib/endpoint.ts'
import { ById, Id, lineText, oneLine, Phone, text } from './lib/fields.ts'

export const StateOrLga = z.object({ name: z.string(), code: z.string() }).meta({ id: 'Place' })
export type StateOrLga = z.output<typeof StateOrLga>

/** How many addresses a member may save. */
export const maxAddresses = 50

export const addressLengths = {
  streetNumber: 20,
  addressLine1: 200,
  addressLine2: 200,
  postalCode: 20,
  unitNumber: 20,
} as const

/** The error text for each field that is missing. */
export const missingAddressParts = {
  cityCode: 'State is required',
  lgaCode: 'LGA is required',
  streetNumber: 'Street Number is required',
  addressLine1: 'Address Line 1 is required',
} as const

/** Repeats the text of fields.ts, so that a screen that only needs the text does not load the schemas. */
export const phoneError = 'Phone numbers are 7 to 15 digits.'

const required = (max: number, errorText: string) =>
  z
    .string({ error: ({ input }) => (input == null ? errorText : undefined) })
    .transform(oneLine)
    .pipe(z.string().min(1, errorText))
    .pipe(text(max))
    .meta({ minLength: 1, maxLength: max })

/** An empty form field counts as absent. */
const optional = (max: number) =>
  lineText(max, 0)
    .nullish()
    .transform((value) => value || null)

export const NewAddress = z
  .object({
    streetNumber: required(addressLengths.streetNumber, missingAddressParts.streetNumber),
    addressLine1: required(addressLengths.addressLine1, missingAddressParts.addressLine1),
    addressLine2: optional(addressLengths.addressLine2),
    cityCode: required(10, missingAddressParts.cityCode).meta({ description: 'The code of the state.' }),
    lgaCode: required(60, missingAddressParts.lgaCode).meta({
      description: 'The code of an LGA in that state.',
    }),
    postalCode: optional(addressLengths.postalCode),
    unitNumber: optional(addressLengths.unitNumber),
    phoneNumber: z
      .union([Phone, z.literal('')], phoneError)
      .nullish()
      .transform((value) => value || null),
  })
  .meta({ id: 'NewAddress' })
export type NewAddress = z.output<typeof NewAddress>

/** The copy on an order. It does not change with the saved address. */
export const OrderAddress = z
  .object({
    streetNumber: z.string(),
    addressLine1: z.string(),
    addressLine2: z.string().nullable(),
    city: z.string().meta({ description: 'The name of the state.' }),
    cityCode: z.string(),
    lga: z.string(),
    lgaCode: z.string(),
    postalCode: z.string().nullable(),
    unitNumber: z.string().nullable(),
    phoneNumber: z.string().nullable(),
  })
  .meta({ id: 'OrderAddress' })
export type OrderAddress = z.output<typeof OrderAddress>

export const Address = OrderAddress.extend({ id: Id }).meta({ id: 'Address' })
export type Address = z.output<typeof Address>

export const listAddresses = endpoint({
  ...getByMember,
  path: '/address',
  summary: 'List the caller’s saved addresses, newest first',
  reply: z.array(Address),
})

export const createAddress = endpoint({
  ...postByMember,
  path: '/address',
  summary: 'Save an address. The LGA must be in the state',
  body: NewAddress,
  reply: Address,
  message: 'Address saved successfully',
})

export const updateAddress = endpoint({
  method: 'PUT',
  path: '/address/:id',
  access: 'member',
  summary: 'Update an address. An absent field stays unchanged, `null` clears an optional one',
  params: ById,
  body: NewAddress.partial(),
  reply: Address,
  message: 'Address saved successfully',
})

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: '/address/:id',
  access: 'member',
  summary: 'Delete an address. Existing orders are not changed',
  params: ById,
  reply: Nothing,
  message: 'Address deleted successfully',
})

export const listStates = endpoint({
  ...getByMember,
  path: '/state',
  summary: 'List the 36 states and the capital territory. Their codes are ISO 3166-2',
  reply: z.array(StateOrLga),
  ...sharedByAll,
  maxAgeSeconds: 3600,
})

export const listLgas = endpoint({
  ...getByMember,
  path: '/state/lga/:id',
  summary: 'List the local government areas (LGAs) of a state by its code',
  params: z.object({ id: z.string().regex(/^[A-Za-z]{2}-[A-Za-z]{2}$/, 'A state’s code, such as NG-LA.') }),
  reply: z.array(StateOrLga),
  ...sharedByAll,
  maxAgeSeconds: 3600,
})
