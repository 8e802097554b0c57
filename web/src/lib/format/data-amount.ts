/** Returns "240 kB" or "34 MB", as phone companies count. */
export function dataAmountText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? Math.round(megabytes * 10) / 10 : Math.round(megabytes)} MB`
}
