import { listOrders, type Order } from '@rootsquare/contract/trade/orders'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLastPhone } from '#web/features/orders/checkout/last-phone.ts'
import { answer, callsOf } from '#web/test/fake-server.ts'
import { sampleOrder } from '#web/test/orders.ts'
import { pageWith } from '#web/test/trade-screen.ts'

const last: Order = { ...sampleOrder, orderStatus: 'COMPLETED', phoneNumber: '08031234567' }

function Phone() {
  return <output>{useLastPhone() || 'none'}</output>
}

test('the number of the last order is known, also on another device', async () => {
  answer(listOrders, () => pageWith([last]))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Phone />
    </QueryClientProvider>,
  )
  expect(screen.getByText('none')).toBeVisible()
  expect(await screen.findByText('08031234567')).toBeVisible()
  expect(callsOf(listOrders)).toMatchObject([{ query: { size: 1 } }])
})
