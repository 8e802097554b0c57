import { disputeTextLength } from '@rootsquare/contract/trade/disputes'
import { PictureList } from '#web/entities/uploads/picture-list.tsx'
import type { MessageDraftState } from '#web/features/disputes/use-message-draft.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'

type MessageFieldsProps = {
  draft: MessageDraftState
  label: string
  description: string
  /** Errors of what is missing are shown once it was sent. */
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
