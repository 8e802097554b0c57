import { useEffect, useEffectEvent, useState } from 'react'
import { CreateGroupDetails } from '#web/features/groups/create/create-group-details.tsx'
import { CreateGroupSections } from '#web/features/groups/create/create-group-sections.tsx'
import { useGroupDraft } from '#web/features/groups/create/create-group-draft.ts'
import type { GroupDraftStore } from '#web/features/groups/create/create-group-draft.ts'
import { UploadPicture } from '#web/entities/uploads/upload-picture.tsx'
import { usePicture } from '#web/entities/uploads/use-picture.ts'
import { useSession } from '#web/lib/session/session.ts'
import { showSnackbar } from '#web/ui/feedback/snackbar-queue.ts'
import { Cloth } from '#web/ui/layout/cloth.tsx'

export function CreateGroupDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  return session && <CreatingGroup memberId={session.userId} onClose={onClose} />
}

function CreatingGroup({ memberId, onClose }: { memberId: number; onClose: () => void }) {
  const store = useGroupDraft(memberId)
  const { group, id } = store.value
  if (group !== null) return <CreateGroupSections store={store} group={group} onClose={onClose} />
  return <Details key={id} store={store} onClose={onClose} />
}

const pictureLostText = 'A picture was still on its way and is not kept. Please choose it again.'

function Details({ store, onClose }: { store: GroupDraftStore; onClose: () => void }) {
  const image = useDraftPicture('groupImage', store.value.image, (url) => store.change({ image: url }))
  const header = useDraftPicture('groupHeader', store.value.header, (url) => store.change({ header: url }))

  function close(): void {
    onClose()
    if (image.share !== null || header.share !== null) showSnackbar('warning', pictureLostText)
  }

  return (
    <CreateGroupDetails
      store={store}
      pictures={{ image: image.change, header: header.change }}
      pictureFields={
        <>
          <UploadPicture picture={header} empty={<Cloth />} />
          <UploadPicture picture={image} empty={<Cloth />} />
        </>
      }
      onClose={close}
    />
  )
}

/** Saves the address of an uploaded picture in the draft. */
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
