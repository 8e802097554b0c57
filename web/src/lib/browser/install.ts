import { readStored, writeStored } from '#web/lib/storage/browser-storage.ts'

const key = 'rootsquare.install-offered'
const onDevice = () => window.localStorage

type InstallPrompt = Event & { prompt: () => Promise<void> }

declare global {
  /** Set by index.html, because browsers announce it once, and before this is loaded. It can be used once. */
  var installPrompt: InstallPrompt | null | undefined
  interface Navigator {
    /** Only in Safari on iOS. */
    standalone?: boolean
  }
}

/** By a press here, by steps in the browser's own menu, or not at all: it is installed, or the browser cannot. */
export type InstallWay = 'press' | 'steps' | null

export function installWay(): InstallWay {
  if (navigator.standalone === true || matchMedia('(display-mode: standalone)').matches) return null
  if (globalThis.installPrompt) return 'press'
  // iPads present themselves as Macs, which have no touch screen.
  return navigator.standalone === false && navigator.maxTouchPoints > 1 ? 'steps' : null
}

/** Must follow a press. */
export async function install(): Promise<void> {
  const prompt = globalThis.installPrompt
  globalThis.installPrompt = null
  await prompt?.prompt()
}

/** Whether the invitation was shown on this device, where it is shown once. */
export const wasInstallOffered = () => readStored(onDevice, key) !== null
export const rememberInstallOffer = () => void writeStored(onDevice, key, '1')
