const letters: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text between tags and in quoted attributes; nowhere else in a page may anything of a caller's stand. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => letters[letter] ?? letter)
}
