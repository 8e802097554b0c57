/** The parts of the marketplace by their names in the router, each with a file of its own. */
export const marketPages = {
  market: async () => ({ Page: (await import('#web/pages/marketplace-page.tsx')).MarketplacePage }),
  cart: async () => ({ Page: (await import('#web/pages/cart-page.tsx')).CartPage }),
  addresses: async () => ({ Page: (await import('#web/pages/addresses-page.tsx')).AddressesPage }),
  orders: async () => ({ Page: (await import('#web/pages/my-orders-page.tsx')).MyOrdersPage }),
  order: async () => ({ Page: (await import('#web/pages/my-order-page.tsx')).MyOrderPage }),
  receivedOrders: async () => ({
    Page: (await import('#web/pages/received-orders-page.tsx')).ReceivedOrdersPage,
  }),
  receivedOrder: async () => ({
    Page: (await import('#web/pages/received-order-page.tsx')).ReceivedOrderPage,
  }),
}
export type MarketPageName = keyof typeof marketPages
