import { groupDescriptionLength, type NewGroup } from '@rootsquare/contract/groups'
import { useEffect, useEffectEvent, useState } from 'react'
import { UploadPicture } from '#web/entities/uploads/upload-picture.tsx'
import { usePicture } from '#web/entities/uploads/use-picture.ts'
import { ErrorText, StateChoice } from '#web/features/groups/create/state-choice.tsx'
import type { GroupDraftStore, GroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import { lengthOf } from '#web/lib/format/length.ts'
import { useForm } from '#web/lib/forms/use-form.ts'
import { Counter } from '#web/ui/controls/counter.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { Cloth, clothOf } from '#web/ui/layout/cloth.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { GroupName, groupNameLength, nameIn } from '@rootsquare/contract/lib/fields'
import { useCreateGroup } from '#web/entities/groups/membership-api.ts'
import { announce } from '#web/lib/navigation/announce.ts'
import { CallError } from '#web/lib/net/call.ts'
import { errorTextWithRetry } from '#web/lib/net/error-text.ts'
import { requestKeyFor } from '#web/lib/net/request-key.ts'
import { isRejection } from '#web/lib/net/server-message.ts'
import classes from './create-group.module.css'

const nameCounterFrom = groupNameLength - 15
const descriptionCounterFrom = groupDescriptionLength - 100

const pictureLostText = 'A picture was still uploading and was not saved. Please choose it again.'

export function CreateGroupDetails({ store, onClose }: { store: GroupDraftStore; onClose: () => void }) {
  const { value: draft } = store
  const image = useDraftPicture('groupImage', draft.image, (url) => store.change({ image: url }))
  const header = useDraftPicture('groupHeader', draft.header, (url) => store.change({ header: url }))
  const form = useCreateStep(store, { image: image.change, header: header.change })
  const { errors, isPending } = form
  const { count, ...name } = form.field('name')
  const failure = form.failure === null || isOfField(form.failure) ? null : form.failure
  // Another picture, or the same one sent again, ends the failure of its upload.
  const clearFailure = useEffectEvent(form.clearFailure)
  useEffect(() => clearFailure(), [image.change, header.change])

  function close(): void {
    onClose()
    if (image.share !== null || header.share !== null) showSnackbar('warning', pictureLostText)
  }

  return (
    <FormDialog
      form={form}
      title="Create Group"
      showsDraft
      width={640}
      label="Next"
      footer={
        failure && (
          <div className={classes.failed}>
            <Notice kind="error">{createErrorText(failure)}</Notice>
          </div>
        )
      }
      onClose={close}
    >
      <p className="strong muted">Step 1 of 2: the group</p>
      <div className={`positioned ${classes.counted}`}>
        <TextField label="Name" data-autofocus autoComplete="off" readOnly={isPending} {...name} />
        {count && count.length >= nameCounterFrom && <Counter {...count} />}
      </div>
      <div className={classes.counted}>
        <TextArea
          label="Description"
          readOnly={isPending}
          counterFrom={descriptionCounterFrom}
          {...form.field('description')}
        />
      </div>
      {/* The request is waiting for these pictures, so they must not change. */}
      <fieldset className={`stack ${classes.fields}`} aria-label="Pictures" disabled={isPending}>
        <UploadPicture picture={header} empty={<Cloth cloth={clothOf(null)} />} />
        <UploadPicture picture={image} empty={<Cloth cloth={clothOf(null)} />} />
        <ErrorText text={errors.image ?? errors.header} />
      </fieldset>
      <StateChoice
        chosen={form.values.stateCodes}
        error={errors.stateCodes}
        isBusy={isPending}
        onChange={(stateCodes) => form.set({ stateCodes })}
      />
    </FormDialog>
  )
}

function useDraftPicture(
  kind: 'groupImage' | 'groupHeader',
  saved: string | null,
  save: (url: string | null) => void,
) {
  const [before] = useState(saved)
  const picture = usePicture(kind, before)
  const { change } = picture
  const onChange = useEffectEvent(save)
  useEffect(() => {
    let isNewest = true
    void Promise.resolve(change === undefined ? before : change).then(
      (url) => isNewest && onChange(url),
      () => undefined,
    )
    return () => {
      isNewest = false
    }
  }, [change, before])
  return picture
}

/** Undefined means no change, null means no picture; otherwise it resolves to the address after the upload. */
type PictureChange = Promise<string> | null | undefined
type Pictures = { image: PictureChange; header: PictureChange }

/** Creates the group. The same content creates only one group, however often it is sent. */
function useCreateStep(store: GroupDraftStore, pictures: Pictures) {
  const create = useCreateGroup()
  const { name, description, stateCodes } = store.value
  const values = { name, description, stateCodes }

  async function send(): Promise<void> {
    const group = await contentOf(store.newest(), pictures)
    const sent = requestKeyFor(store.newest().sent, group)
    store.change({ sent })
    const created = await create.mutateAsync({ group, key: sent.key })
    store.change({ group: { id: created.id, name: created.name }, sent: null })
  }

  return useForm({
    initial: values,
    // The draft goes on with the next step, so it is not removed.
    draft: {
      ...store,
      draft: values,
      readLatest: () => values,
      discard: store.startOver,
      clear: () => undefined,
    },
    rules: { name: GroupName, description: (text) => (text.trim() === '' ? 'Required.' : null) },
    limits: {
      name: { max: groupNameLength, lengthOf: (typed) => lengthOf(nameIn(typed)) },
      description: { max: groupDescriptionLength },
    },
    isBusy: store.isBusy,
    send() {
      store.setBusy(true)
      return send().finally(() => store.setBusy(false))
    },
    onFailure(failure, { isAtField }) {
      // The server would answer the same key with the same rejection.
      if (isRejection(failure)) store.change({ sent: null })
      if (!isAtField) announce('live-assertive', createErrorText(failure))
    },
  })
}

const isOfField = (failure: Error) => isRejection(failure) && Object.keys(failure.fields).length > 0

async function contentOf(draft: GroupDraft, pictures: Pictures): Promise<NewGroup> {
  const [image, header] = await Promise.all([pictures.image, pictures.header])
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    image: image === undefined ? draft.image : image,
    header: header === undefined ? draft.header : header,
    stateCodes: draft.stateCodes,
  }
}

/** Returns the text of a failed upload as it is, because it already says what failed. */
function createErrorText(error: unknown): string {
  const isOther = error instanceof Error && !(error instanceof CallError)
  return isOther ? error.message : errorTextWithRetry(error)
}
