export type WantedFile = {
  /** Lists the accepted media types. */
  types: readonly string[]
  maxBytes: number
  /** Cuts a longer file, which is rejected otherwise. */
  isCut?: boolean
}
/** A file that was fetched. `url` is its address after redirects. */
export type FetchedFile = { url: URL; contentType: string; bytes: Buffer }

/** Fetches files of the public web, at addresses that strangers choose. */
export type PublicWeb = {
  /** Starts a visit: several requests that together get no more time than one. */
  visit: () => {
    /** Throws if there is no such file, whatever the reason. */
    fetch: (address: URL, wanted: WantedFile) => Promise<FetchedFile>
  }
}
