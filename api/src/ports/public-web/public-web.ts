export type WantedFile = {
  /** The media types that are accepted. */
  types: readonly string[]
  maxBytes: number
  /** A longer file is cut there. Otherwise it is rejected. */
  isCut?: boolean
}
/** `url` is where it was found after redirects. */
export type FetchedFile = { url: URL; contentType: string; bytes: Buffer }

/** The web outside, at addresses that strangers choose. */
export type PublicWeb = {
  /** For several requests that together get no more time than one. */
  visit: () => {
    /** Throws whatever the reason is that there is no such file. */
    fetch: (address: URL, wanted: WantedFile) => Promise<FetchedFile>
  }
}
