/** The parts of the marketplace by their names in the router, each with a file of its own. */
export const marketPages = {
  market: async () => ({ Page: (await import('#web/pages/market/marketplace-page.tsx')).MarketplacePage }),
  cart: async () => ({ Page: (await import('#web/pages/market/cart-page.tsx')).CartPage }),
  addresses: async () => ({ Page: (await import('#web/pages/profile/addresses-page.tsx')).AddressesPage }),
  orders: async () => ({ Page: (await import('#web/pages/orders/my-orders-page.tsx')).MyOrdersPage }),
  order: async () => ({ Page: (await import('#web/pages/orders/my-order-page.tsx')).MyOrderPage }),
  receivedOrders: async () => ({
    Page: (await import('#web/pages/orders/received-orders-page.tsx')).ReceivedOrdersPage,
  }),
  receivedOrder: async () => ({
    Page: (await import('#web/pages/orders/received-order-page.tsx')).ReceivedOrderPage,
  }),
}
export type MarketPageName = keyof typeof marketPages
