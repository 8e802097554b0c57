/** Where pictures and videos are kept. Keys are made by us, never by a caller. */
export type FileStore = {
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Removing what is not there is no mistake: a job may run twice. */
  remove: (key: string) => Promise<void>
  addressOf: (key: string) => string
}
