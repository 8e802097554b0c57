/** Where pictures and videos are kept. Keys are made by us, never by a caller. */
export type FileStore = {
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>
  /** The same with a file of ours, which may be gone afterwards. */
  take: (key: string, path: string, type: string) => Promise<void>
  /** Removing what is not there is no mistake: a job may run twice. */
  remove: (key: string) => Promise<void>
  addressOf: (key: string) => string
  /** What `/media` shows, where the files are on this machine. */
  folder?: string
}
