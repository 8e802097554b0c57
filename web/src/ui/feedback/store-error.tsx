import { useSyncExternalStore } from 'react'
import { isStoreFailing, onStoredChange } from '#web/lib/storage/member-store.ts'
import classes from './store-error.module.css'

/** Says that the browser could not store what was written, for example because the device is full. */
export function StoreError() {
  const isFailing = useSyncExternalStore(onStoredChange, isStoreFailing)
  if (!isFailing) return null
  return (
    <output className={`text-xs ${classes.error}`}>
      This device could not store your text. Keep this page open until it is sent.
    </output>
  )
}
