/** They are shown without a connection only, and no visit waits for them. */
export const loadOfflineParts = () => import('#web/ui/offline/offline-parts.tsx')
