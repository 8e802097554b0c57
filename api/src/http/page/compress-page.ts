import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The nonce makes every page another text, so each is compressed anew: a higher quality would save 3 % and take ten times as long. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const encoders = [
  { encoding: 'br', compress: (html: string) => brotliCompressSync(html, brotli) },
  { encoding: 'gzip', compress: (html: string) => gzipSync(html) },
]

/**
 * Compresses a page in the best way that the browser accepts. A page holds no secret of a member that its length could give
 * away, piece by piece, to whoever adds text to the address (BREACH): browsers request pages without a token, and what
 * is rendered is what every visitor sees. The nonce is new in each.
 */
export function compressPage(html: string, accepted = ''): { encoding?: string; body: string | Buffer } {
  const names = new Set(acceptedNames(accepted))
  const encoder = encoders.find(({ encoding }) => names.has(encoding))
  return encoder ? { encoding: encoder.encoding, body: encoder.compress(html) } : { body: html }
}

/** Returns the names in an Accept-Encoding header, without those that it rejects with a quality of 0. */
function acceptedNames(header: string): string[] {
  return header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return parameters.some((text) => /^q=0(?:\.0*)?$/.test(text)) ? [] : [name]
  })
}
