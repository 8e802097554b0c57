/** The parts of the marketplace by their names in the router, each with a file of its own. */
export const marketPages = {
  market: async () => ({ Page: (await import('#web/pages/marketplace-page.tsx')).MarketplacePage }),
  cart: async () => ({ Page: (await import('#web/pages/cart-page.tsx')).CartPage }),
  addresses: async () => ({ Page: (await import('#web/pages/addresses-page.tsx')).AddressesPage }),
}
export type MarketPageName = keyof typeof marketPages
