import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { ById } from '../lib/fields.ts'

const Pdf = z.string().meta({ format: 'binary', description: 'The file.' })

export const getReceipt = endpoint({
  method: 'GET',
  path: '/cart/order/:id/receipt',
  access: 'member',
  summary: 'The buyer’s receipt as a PDF, from payment on',
  params: ById,
  reply: Pdf,
  limits: ['document'],
  download: 'rootsquare-receipt.pdf',
  mediaType: 'application/pdf',
})

export const getPackingSlip = endpoint({
  method: 'GET',
  path: '/cart/seller/order/:id/slip',
  access: 'member',
  summary:
    'What goes on the parcel as a PDF: all that this seller sends of the order; `id` is one of the lines',
  params: ById,
  reply: Pdf,
  limits: ['document'],
  download: 'rootsquare-packing-slip.pdf',
  mediaType: 'application/pdf',
})
