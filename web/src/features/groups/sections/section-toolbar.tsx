import Bold from 'lucide-react/icons/bold'
import Heading from 'lucide-react/icons/heading'
import ImagePlus from 'lucide-react/icons/image-plus'
import Link2 from 'lucide-react/icons/link-2'
import List from 'lucide-react/icons/list'
import { useState, type RefObject } from 'react'
import { ChooseFiles } from '#web/entities/uploads/choose-files.tsx'
import { chosenFileError } from '#web/entities/uploads/check-file.ts'
import type { Progress } from '#web/entities/uploads/upload-progress.ts'
import { chosenPicture, type ChosenPicture } from '#web/entities/uploads/use-pictures.ts'
import { useUploads } from '#web/entities/uploads/use-uploads.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import classes from './section-form.module.css'

const uploadFailed = 'Image upload failed'
const texts = {
  failed: uploadFailed,
  wrongKind: () => 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.',
}

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
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const reject = (_: ChosenPicture, reason: string) => show({ is: 'failed', reason, status: null })
  useUploads(picture === null ? [] : [picture], {
    texts,
    change: (_, { progress }) => progress && show(progress),
    reject,
  })

  function choose([file]: File[]): void {
    const fileError = file && chosenFileError(file, texts)
    if (fileError) showSnackbar('error', fileError)
    else if (file !== undefined) setPicture(chosenPicture(file))
  }

  function show(progress: Progress): void {
    setPicture((now) => (progress.is === 'pending' ? now && { ...now, progress } : null))
    if (progress.is === 'done') onUploaded(progress.uploaded.url)
    if (progress.is === 'failed') showSnackbar('error', progress.reason)
  }

  return (
    <>
      <ChooseFiles label="Choose a picture" onChoose={choose}>
        {(open) => <IconButton label="Picture" disabled={picture !== null} onClick={open} icon={ImagePlus} />}
      </ChooseFiles>
      {picture?.progress.is === 'pending' && (
        <output className={`text-xs muted ${classes.uploading}`}>
          Uploading {Math.round(picture.progress.share * 100)} %
        </output>
      )}
    </>
  )
}
