import { disputeTextLength, maxDisputeImages } from '@rootsquare/contract/trade/disputes'
import { z } from 'zod'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import { DraftPictures, usePictureDraft } from '#web/entities/uploads/use-picture-draft.ts'
import { picturesErrorIn } from '#web/entities/uploads/use-pictures.ts'
import { lengthOf, tooLongText } from '#web/lib/format/length.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'

const schema = z.object({ text: z.string(), pictures: DraftPictures })
const initial: z.infer<typeof schema> = { text: '', pictures: [] }

export function useMessageDraft(what: string, id: number, missing = 'Please write a message.') {
  const options = { what, id, schema, initial, maxPictures: maxDisputeImages }
  const { draft, pictures, uploaded, edit, ...stored } = usePictureDraft(options)
  return {
    ...stored,
    text: draft.text,
    textError: textErrorIn(draft.text, missing),
    picturesError: picturesErrorIn(pictures.pictures, false),
    pictures,
    content: { text: draft.text.trim(), images: uploaded.map(({ url }) => url) },
    setText: (text: string) => edit({ text }),
  }
}

function textErrorIn(text: string, missing: string): string | null {
  const length = lengthOf(text)
  if (length === 0) return missing
  return length > disputeTextLength ? tooLongText(disputeTextLength) : null
}

type MessageFieldsProps = {
  draft: ReturnType<typeof useMessageDraft>
  label: string
  description: string
  /** True after the first attempt to send, when errors of missing fields are shown. */
  isChecked: boolean
  isBusy: boolean
}

export function MessageFields({ draft, label, description, isChecked, isBusy }: MessageFieldsProps) {
  const length = lengthOf(draft.text)
  const error = isChecked || length > disputeTextLength ? draft.textError : null
  return (
    <>
      <div className="counted">
        <TextArea
          label={label}
          description={description}
          name="text"
          rows={4}
          value={draft.text}
          error={error}
          readOnly={isBusy}
          onChange={(event) => draft.setText(event.currentTarget.value)}
        />
        <Counter length={length} max={disputeTextLength} />
      </div>
      <PictureList
        uploads={draft.pictures}
        label="Pictures of what is wrong"
        error={isChecked ? (draft.picturesError ?? undefined) : undefined}
        isBusy={isBusy}
      />
    </>
  )
}
