/** Small pictures that were shown. */
export const pictureCache = 'rootsquare-pictures'
/** What another app shared with this one, until the composer takes it. */
export const sharedCache = 'rootsquare-shared'
export const shareAddress = '/share-target'

const longestMs = 3_600_000

/** Deletes what the service worker has stored of what a member has seen or shared. The app itself stays. */
export async function deleteDeviceCaches(): Promise<void> {
  // Plain http has no caches.
  if (!('caches' in globalThis)) return
  await Promise.all([pictureCache, sharedCache].map((name) => caches.delete(name)))
}

/** Returns what another app has shared in the last hour, once: somebody who gave up to sign in meant nothing for later. */
export async function takeShared(): Promise<FormData | null> {
  if (!('caches' in globalThis)) return null
  const form = await (await caches.open(sharedCache)).match(shareAddress)
  await caches.delete(sharedCache)
  const sharedAt = Date.parse(form?.headers.get('date') ?? '')
  return form && Date.now() - sharedAt < longestMs ? form.formData() : null
}
