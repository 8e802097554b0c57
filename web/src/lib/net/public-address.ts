/**
 * Returns the address of a page for mails and other sites. The server accepts only its own origin, which it writes into
 * the page.
 */
export function publicAddress(path: string): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name=public-url]')
  return `${written?.content ?? location.origin}${path}`
}
