import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PersonName } from '@rootsquare/contract/lib/fields'
import { useForm } from '#web/lib/forms/use-form.ts'
import { useTextsDraft } from '#web/lib/forms/use-texts-draft.ts'
import { CallError } from '#web/lib/net/call.ts'
import { savedDraft } from '#web/lib/storage/use-draft.ts'
import { tokenFor } from '#web/test/open-app.tsx'

type Note = { name: string; text: string; secret: string }

const blank = { name: '', text: '' }
const key = { what: 'test-note', memberId: 1, id: 1 }
const stored = () => savedDraft(key, { safeParse: (data: unknown) => ({ data }) }) ?? null

beforeEach(() => window.localStorage.setItem('rootsquare.token', tokenFor(1)))

type NoteFormProps = {
  send: (note: Note) => Promise<unknown>
  onClose?: () => void
  onFailure?: (failure: Error, shown: { isAtField: boolean; isOpen: boolean }) => void
}

function NoteForm(props: NoteFormProps) {
  const form = useForm({
    initial: { ...blank, secret: '' },
    draft: useTextsDraft(key, blank),
    rules: { name: PersonName },
    limits: { text: { max: 5 } },
    errorsFrom: ({ fullName, ...fields }) => ({ ...fields, name: fullName }),
    ...props,
  })
  return (
    <form {...form.props} aria-label="Note">
      {(['name', 'text', 'secret'] as const).map((field) => {
        const { error, count: _, ...input } = form.field(field)
        return <input key={field} aria-label={field} title={error ? String(error) : ''} {...input} />
      })}
      <button type="submit" aria-disabled={form.isPending}>
        Send
      </button>
      <output>{form.failure?.message}</output>
      <button type="button" onClick={form.startOver}>
        Discard
      </button>
    </form>
  )
}

const field = (name: string) => screen.getByLabelText(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const submit = () => act(async () => fireEvent.submit(screen.getByRole('form')))
const rejection = (fields: Record<string, string>) =>
  new CallError(400, { error: Object.values(fields), message: 'Rejected', fields })

test('focuses the first field with an error and sends nothing', async () => {
  const send = vi.fn()
  render(<NoteForm send={send} />)
  await submit()
  expect(field('name')).toHaveFocus()
  expect(field('name')).toHaveAccessibleDescription('Required.')
  expect(send).not.toHaveBeenCalled()
  type('name', 'Karo')
  expect(field('name')).toHaveAccessibleDescription('')
})

test('checks a field that is left, but not an empty one that was passed', () => {
  render(<NoteForm send={vi.fn()} />)
  fireEvent.blur(field('name'))
  expect(field('name')).toHaveAccessibleDescription('')
  type('name', 'Karo')
  type('name', ' ')
  fireEvent.blur(field('name'))
  expect(field('name')).toHaveAccessibleDescription('Required.')
})

test('says while typing that a text is too long', () => {
  render(<NoteForm send={vi.fn()} />)
  type('text', 'too long')
  expect(field('text')).toHaveAccessibleDescription('Maximum 5 characters allowed')
})

test('puts errors of the server at their fields', async () => {
  const onFailure = vi.fn()
  const failure = rejection({ fullName: 'Not this one' })
  render(<NoteForm send={() => Promise.reject(failure)} onFailure={onFailure} />)
  type('name', 'Karo')
  await submit()
  expect(field('name')).toHaveFocus()
  expect(field('name')).toHaveAccessibleDescription('Not this one')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  expect(onFailure).toHaveBeenCalledWith(failure, { isAtField: true, isOpen: true })
})

test('shows an error of the server until its field is changed', async () => {
  render(<NoteForm send={() => Promise.reject(rejection({ fullName: 'Not this one' }))} />)
  type('name', 'Karo')
  await submit()
  fireEvent.blur(field('name'))
  expect(field('name')).toHaveAccessibleDescription('Not this one')
  type('name', 'Efe')
  fireEvent.blur(field('name'))
  expect(field('name')).toHaveAccessibleDescription('')
})

test('keeps a failure that no field shows', async () => {
  render(<NoteForm send={() => Promise.reject(rejection({ other: 'Not now' }))} />)
  type('name', 'Karo')
  await submit()
  expect(screen.getByRole('status')).toHaveTextContent('Rejected')
  expect(field('name')).toHaveValue('Karo')
})

test('sends once while it is pending', async () => {
  const send = vi.fn(() => new Promise(() => undefined))
  render(<NoteForm send={send} />)
  type('name', 'Karo')
  await submit()
  await submit()
  expect(send).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Send')).toHaveAttribute('aria-disabled', 'true')
})

test('stores what is typed until it is sent, but no other value', async () => {
  const onClose = vi.fn()
  render(<NoteForm send={() => Promise.resolve()} onClose={onClose} />)
  type('name', 'Karo')
  type('secret', 'Abcd1234#')
  expect(stored()).toEqual({ name: 'Karo', text: '' })
  await submit()
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(stored()).toBeNull()
})

test('keeps what is typed while it is being sent', async () => {
  const sending = Promise.withResolvers<void>()
  render(<NoteForm send={() => sending.promise} />)
  type('name', 'Karo')
  await submit()
  type('name', 'Karo Efe')
  await act(async () => sending.resolve())
  expect(stored()).toEqual({ name: 'Karo Efe', text: '' })
})

test('does not close a form that was left, and says so', async () => {
  const [onClose, onFailure] = [vi.fn(), vi.fn()]
  const sending = Promise.withResolvers<void>()
  const { unmount } = render(
    <NoteForm send={() => sending.promise} onClose={onClose} onFailure={onFailure} />,
  )
  type('name', 'Karo')
  await submit()
  unmount()
  await act(async () => sending.reject(rejection({ name: 'No' })))
  expect(onClose).not.toHaveBeenCalled()
  expect(onFailure).toHaveBeenCalledWith(expect.anything(), { isAtField: false, isOpen: false })
})

test('starts over with the first field', () => {
  render(<NoteForm send={vi.fn()} />)
  type('name', 'Karo')
  fireEvent.click(screen.getByText('Discard'))
  expect(field('name')).toHaveValue('')
  expect(field('name')).toHaveFocus()
  expect(stored()).toBeNull()
})
