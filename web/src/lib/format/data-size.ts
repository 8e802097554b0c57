/**
 * Returns the size of a file, or what a month used, as phone companies count: '310 kB' or '4.2 MB'. It is rounded up, so that
 * what is over a limit never reads like the limit.
 */
export function dataSizeText(bytes: number): string {
  if (bytes <= 999_000) return `${Math.ceil(bytes / 1000)} kB`
  return `${Math.ceil(bytes / 100_000) / 10} MB`
}
