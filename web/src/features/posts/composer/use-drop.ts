import { useState, type ClipboardEvent, type DragEvent } from 'react'

/** Files that are dragged over an element, dropped on it, or pasted into it. */
export function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)

  function onDragOver(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }

  function onDragLeave({ currentTarget, relatedTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }

  function onDrop(event: DragEvent): void {
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }

  /** A spreadsheet puts a table on the clipboard as text and as a picture: the text is meant. */
  function onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    onFiles(files)
  }

  return { isOver, handlers: { onDragEnter: onDragOver, onDragOver, onDragLeave, onDrop, onPaste } }
}
