import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import type { FieldErrors, useFieldErrors } from '#web/lib/forms/use-field-errors.ts'
import type { useValues } from '#web/lib/forms/use-values.ts'
import { CallError } from '#web/lib/net/call.ts'

export type Sending<Values, Reply> = {
  /** True while something else delays sending. */
  isBusy?: boolean
  /** Sends valid values. Nothing follows if it returns nothing. */
  send: (values: Values) => Promise<Reply> | undefined
  /** Returns the errors of the server under the names of the form, where these differ. */
  errorsFrom?: (fields: Record<string, string>, failure: Error) => FieldErrors
  /** Is called after a success while the form is still open. */
  onClose?: (() => void) | undefined
  /** Is called even if the form was closed before, like `onFailure`. */
  onSuccess?: (reply: Reply, sent: Values) => void
  onFailure?: (failure: Error, shown: { isAtField: boolean; isOpen: boolean }) => void
}

type Parts<Values extends object> = {
  store: Pick<ReturnType<typeof useValues<Values, Values>>, 'latest'> & { draftRemover: () => () => void }
  shown: Pick<ReturnType<typeof useFieldErrors<Values>>, 'showErrors' | 'errorsIn'>
}

export function useSending<Values extends object, Reply>(
  { isBusy = false, send, errorsFrom, onClose, onSuccess, onFailure = () => {} }: Sending<Values, Reply>,
  { store, shown }: Parts<Values>,
) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<{ error: Error; isAtFields: boolean } | null>(null)
  const isPending = isSending || isBusy
  const isOpen = useIsMounted()

  function reject(error: Error): void {
    const errors = errorsAtFields(error, errorsFrom)
    setSending(false)
    setFailure({ error, isAtFields: isWholeAt(store.latest.current, errors, error) })
    onFailure(error, { isAtField: shown.showErrors(errors, errors), isOpen: isOpen() })
  }

  function onSubmit(event?: SyntheticEvent): void {
    event?.preventDefault()
    if (isPending) return
    setFailure(null)
    const values = store.latest.current
    const errors = shown.errorsIn(values)
    shown.showErrors(errors)
    const removeDraft = store.draftRemover()
    const sent = hasErrors(errors) ? undefined : send(values)
    if (sent === undefined) return
    setSending(true)
    sent.then((reply) => {
      setSending(false)
      removeDraft()
      if (isOpen()) onClose?.()
      onSuccess?.(reply, values)
    }, reject)
  }

  const clearFailure = () => setFailure(null)
  const { error: lastFailure = null, isAtFields = false } = failure ?? {}
  /** `failure` is the last one, unless the fields say all of it. */
  return { isPending, lastFailure, failure: isAtFields ? null : lastFailure, clearFailure, onSubmit }
}

function errorsAtFields(failure: Error, errorsFrom: Sending<never, never>['errorsFrom']): FieldErrors {
  const fields = failure instanceof CallError ? failure.fields : {}
  return errorsFrom?.(fields, failure) ?? fields
}

/** Returns whether the fields say all of a failure, so that the form need not repeat it. */
function isWholeAt(fields: object, errors: FieldErrors, failure: Error): boolean {
  const texts = Object.entries(errors).flatMap(([name, text]) => (name in fields && text ? [text] : []))
  const sentences = failure instanceof CallError ? failure.sentences : []
  return texts.length > 0 && sentences.every((sentence) => texts.includes(sentence))
}

export function hasErrors(errors: FieldErrors): boolean {
  return Object.values(errors).some(Boolean)
}

export function useIsMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return () => isMounted.current
}
