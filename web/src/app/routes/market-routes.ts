import { lazyPages } from '#web/app/lazy-page.ts'
import { memberRoute } from '#web/app/routes/branches.ts'
import { routes } from '#web/lib/navigation/route-names.ts'

const marketPage = lazyPages(async () => (await import('#web/pages/lazy/market-pages.ts')).marketPages)
// Each page reads the parameters that it knows.
export const marketRoutes = [
  memberRoute('/marketplace', marketPage('market')),
  memberRoute('/shop/$userId', marketPage('shop')),
  memberRoute('/cart', marketPage('cart')),
  memberRoute('/addresses', marketPage('addresses')),
  memberRoute('/my-orders', marketPage('orders')),
  memberRoute(routes.OrderDetails, marketPage('order')),
  memberRoute('/received-orders', marketPage('receivedOrders')),
  memberRoute('/received-order/$orderId', marketPage('receivedOrder')),
  memberRoute('/payouts', marketPage('payouts')),
] as const
