import { acceptedPictures } from '@rootsquare/contract/uploads'
import { useQueryClient } from '@tanstack/react-query'
import Bold from 'lucide-react/icons/bold'
import Heading from 'lucide-react/icons/heading'
import ImagePlus from 'lucide-react/icons/image-plus'
import Link2 from 'lucide-react/icons/link-2'
import List from 'lucide-react/icons/list'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { fileErrorOf } from '#web/entities/uploads/make-picture.ts'
import { uploadFile, type FileChange } from '#web/entities/uploads/send-file.ts'
import { pendingProgress, type Progress } from '#web/entities/uploads/upload-progress.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './section-form.module.css'

const uploadFailed = 'Image upload failed'
const texts = { failed: uploadFailed, wrongKind: () => uploadFailed }

type SectionToolbarProps = {
  textarea: RefObject<HTMLTextAreaElement | null>
  onChange: (text: string) => void
}

/** Inserts markup, so that nobody needs to know it. A selection is kept, and a placeholder is selected for replacing. */
export function SectionToolbar({ textarea, onChange }: SectionToolbarProps) {
  /** Puts `before` and `after` around the selection, or around `placeholder` if nothing is selected. */
  function insert(before: string, placeholder: string, after: string): void {
    const field = textarea.current
    if (field === null) return
    const { selectionStart: start, selectionEnd: end, value } = field
    const text = value.slice(start, end) || placeholder
    field.focus()
    field.setRangeText(`${before}${text}${after}`, start, end, 'end')
    field.setSelectionRange(start + before.length, start + before.length + text.length)
    onChange(field.value)
  }

  /** Returns the line break that markup at the beginning of a line needs. */
  const lineBreak = () => {
    const { value, selectionStart } = textarea.current ?? { value: '', selectionStart: 0 }
    return selectionStart === 0 || value[selectionStart - 1] === '\n' ? '' : '\n'
  }

  return (
    <div className="flex-row gap-2xs" role="toolbar" aria-label="Formatting">
      <IconButton
        label="Heading"
        onClick={() => insert(`${lineBreak()}## `, 'Heading', '\n')}
        icon={Heading}
      />
      <IconButton label="Bold" onClick={() => insert('**', 'bold', '**')} icon={Bold} />
      <IconButton label="List" onClick={() => insert(`${lineBreak()}- `, 'First point', '')} icon={List} />
      <IconButton label="Link" onClick={() => insert('[', 'text', '](https://)')} icon={Link2} />
      <PictureButton
        onUploaded={(url) => insert(`${lineBreak()}![`, 'What the picture shows', `](${url})\n`)}
      />
    </div>
  )
}

function PictureButton({ onUploaded }: { onUploaded: (url: string) => void }) {
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const closing = useRef(new AbortController())
  const [share, setShare] = useState<number | null>(null)
  useEffect(() => {
    closing.current = new AbortController()
    return () => closing.current.abort()
  }, [])

  function send(file: File): void {
    const fileError = fileErrorOf(file)
    if (fileError !== null) return void showSnackbar('error', fileError)
    show(pendingProgress)
    const { signal } = closing.current
    const onChange = ({ progress }: FileChange) => progress && show(progress)
    void uploadFile({ kind: 'image', file }, { queryClient, signal, texts, onChange })
  }

  function show(progress: Progress): void {
    setShare(progress.is === 'pending' ? progress.share : null)
    if (progress.is === 'done') onUploaded(progress.uploaded.url)
    if (progress.is === 'failed') showSnackbar('error', progress.reason)
  }

  return (
    <>
      <IconButton
        label="Picture"
        disabled={share !== null}
        onClick={() => input.current?.click()}
        icon={ImagePlus}
      />
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedPictures}
        aria-label="Choose a picture"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // Cleared so that the same file can be chosen again.
          currentTarget.value = ''
          if (file !== undefined) send(file)
        }}
      />
      {share !== null && (
        <output className={`text-xs muted ${classes.uploading}`}>
          Uploading {Math.round(share * 100)} %
        </output>
      )}
    </>
  )
}
