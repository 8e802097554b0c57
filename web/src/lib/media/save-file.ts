/** Hands something over as a file, by the browser's own way of saving. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has read the address by then, or holds the content itself.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
