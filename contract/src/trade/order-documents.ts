import { z } from 'zod'
import { endpoint, getByMember } from '../lib/endpoint.ts'
import { ById } from '../lib/fields.ts'

const Pdf = z.string().meta({ format: 'binary', description: 'The PDF file.' })

export const getReceipt = endpoint({
  ...getByMember,
  path: '/cart/order/:id/receipt',
  summary: 'Download the receipt of an order as a PDF. Only its buyer, once it is paid',
  params: ById,
  reply: Pdf,
  limits: ['document'],
  download: 'rootsquare-receipt.pdf',
  mediaType: 'application/pdf',
})

export const getPackingSlip = endpoint({
  ...getByMember,
  path: '/cart/seller/order/:id/slip',
  summary:
    'Download the packing slip of a parcel as a PDF. Only its seller. `id` is the id of one of its lines',
  params: ById,
  reply: Pdf,
  limits: ['document'],
  download: 'rootsquare-packing-slip.pdf',
  mediaType: 'application/pdf',
})
