/** The parts of the marketplace by their names in the router, each with a file of its own. */
export const marketPages = {
  cart: async () => ({ Page: (await import('#web/pages/cart-page.tsx')).CartPage }),
}
export type MarketPageName = keyof typeof marketPages
