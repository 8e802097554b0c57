import { acceptedPictures } from '@rootsquare/contract/uploads'
import { useQueryClient } from '@tanstack/react-query'
import Bold from 'lucide-react/icons/bold'
import Heading from 'lucide-react/icons/heading'
import ImagePlus from 'lucide-react/icons/image-plus'
import Link2 from 'lucide-react/icons/link-2'
import List from 'lucide-react/icons/list'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { fileErrorOf } from '#web/entities/uploads/make-picture.ts'
import { shrinkImage } from '#web/lib/media/shrink-image.ts'
import { configuration } from '#web/lib/net/configuration.ts'
import { errorText } from '#web/lib/net/error-text.ts'
import { upload } from '#web/lib/net/upload.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './section-form.module.css'

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

  async function send(file: File): Promise<void> {
    const fileError = fileErrorOf(file)
    if (fileError !== null) return void showSnackbar('error', fileError)
    const { signal } = closing.current
    setShare(0)
    try {
      const config = await queryClient.fetchQuery(configuration())
      const smaller = await shrinkImage(file)
      const { url } = await upload(config.upload, { file: smaller }, { signal, onProgress: setShare })
      if (!signal.aborted) onUploaded(url)
    } catch (error) {
      if (!signal.aborted) showSnackbar('error', errorText(error, 'Image upload failed'))
    } finally {
      if (!signal.aborted) setShare(null)
    }
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
          if (file !== undefined) void send(file)
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
