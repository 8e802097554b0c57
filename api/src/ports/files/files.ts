/** The store of pictures and videos. Keys are generated, never taken from a caller. */
export type FileStore = {
  put: (key: string, bytes: Uint8Array, type: string) => Promise<void>
  /** Stores a local file, which may be moved. */
  take: (key: string, path: string, type: string) => Promise<void>
  /** Removing a missing file succeeds, because a job may run twice. */
  remove: (key: string) => Promise<void>
  addressOf: (key: string) => string
  /** Returns the bytes of a file by its address, or null if the store has no such file. */
  read: (address: string) => Promise<Buffer | null>
  /** The local folder that `/media` serves, or undefined for a remote store. */
  folder?: string
}
