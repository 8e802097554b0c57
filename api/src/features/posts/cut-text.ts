const letters = new Intl.Segmenter('en')

/** Cuts between words, and never between a letter and its combining marks. */
export function cutText(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ')
  const whole = Array.from(letters.segment(line), ({ segment }) => segment)
  if (whole.length <= most) return line
  return `${whole
    .slice(0, most)
    .join('')
    .replace(/ [^ ]*$/, '')}…`
}
