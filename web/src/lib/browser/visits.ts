import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.visits'
const inTab = () => window.sessionStorage
const onDevice = () => window.localStorage

/** How often the app was opened on this device. A reload is the same visit. */
export function visitCount(): number {
  const counted = Number(readStored(onDevice, key)) || 0
  if (readStored(inTab, key) !== null) return counted
  writeStored(inTab, key, '1')
  writeStored(onDevice, key, String(counted + 1))
  return counted + 1
}
