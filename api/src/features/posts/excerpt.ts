const letters = new Intl.Segmenter('en')

/**
 * Returns the beginning of a text on one line. It is cut between words, and never between a letter and its combining marks.
 */
export function excerptOf(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  const whole = Array.from(letters.segment(line), ({ segment }) => segment)
  if (whole.length <= max) return line
  return `${whole
    .slice(0, max)
    .join('')
    .replace(/ [^ ]*$/, '')}…`
}
