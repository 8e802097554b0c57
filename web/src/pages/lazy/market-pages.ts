/** The parts of the marketplace by their names in the router; each has its own file. */
export const marketPages = {
  market: async () => (await import('#web/pages/market/marketplace-page.tsx')).MarketplacePage,
  shop: async () => (await import('#web/pages/market/shop-page.tsx')).ShopPage,
  cart: async () => (await import('#web/pages/market/cart-page.tsx')).CartPage,
  addresses: async () => (await import('#web/pages/profile/addresses-page.tsx')).AddressesPage,
  orders: async () => (await import('#web/pages/orders/my-orders-page.tsx')).MyOrdersPage,
  order: async () => (await import('#web/pages/orders/my-order-page.tsx')).MyOrderPage,
  receivedOrders: async () => (await import('#web/pages/orders/received-orders-page.tsx')).ReceivedOrdersPage,
  payouts: async () => (await import('#web/pages/payouts/payouts-page.tsx')).PayoutsPage,
  receivedOrder: async () => (await import('#web/pages/orders/received-order-page.tsx')).ReceivedOrderPage,
}
