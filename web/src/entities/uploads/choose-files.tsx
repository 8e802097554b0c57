import { acceptedPictures } from '@rootsquare/contract/uploads'
import { useState, type ReactNode } from 'react'

type ChooseFilesProps = {
  /** The name of the input, which a screen reader never reads. */
  label: string
  accept?: string
  multiple?: boolean
  onChoose: (files: File[], input: HTMLInputElement) => void
  /** Renders the button that opens the choice of the device. */
  children: (open: () => void) => ReactNode
}

/** Lets somebody choose pictures, or other files that `accept` names. */
export function ChooseFiles({ label, onChoose, children, ...props }: ChooseFilesProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  return (
    <>
      {children(() => input?.click())}
      <input
        ref={setInput}
        type="file"
        hidden
        accept={acceptedPictures}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Cleared so that the same file can be chosen again.
          currentTarget.value = ''
          onChoose(files, currentTarget)
        }}
        {...props}
      />
    </>
  )
}
