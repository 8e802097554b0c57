/** Returns a size such as '310 kB' or '4.2 MB', rounded up so that what is over a limit never reads like the limit. */
export function fileSizeText(bytes: number): string {
  if (bytes <= 999_000) return `${Math.ceil(bytes / 1000)} kB`
  return `${Math.ceil(bytes / 100_000) / 10} MB`
}
