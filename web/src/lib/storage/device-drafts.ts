import { onStoredChange, storedValue, storeValues } from '#web/lib/storage/member-store.ts'
import { keyOf } from '#web/lib/storage/saved-json.ts'
import { notifyDraftChanged, type DraftArea } from '#web/lib/storage/use-draft.ts'

/** Drafts that stay on the device when the tab is closed, and that all tabs share. */
export const draftsOnDevice: DraftArea = {
  read: (key) => storedValue(key.memberId, keyOf(key)),
  save: (key, draft) => storeValues(key.memberId, [[keyOf(key), draft]]),
}

onStoredChange((path, isOwnChange) => {
  if (path !== null && !isOwnChange) notifyDraftChanged(path)
})
