import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeOver } from '#web/app/start/take-over.ts'

const onSubmit = vi.fn<(name: string) => void>()

function Form() {
  const [name, setName] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(name)
      }}
    >
      <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      <input name="secret" type="password" />
      <button type="submit">Sign In</button>
    </form>
  )
}

function serverPage(): HTMLElement {
  document.body.innerHTML = `<div id="root" data-first><form><input name="name" value=""><input name="secret">
    <button type="submit">Sign In</button></form></div>`
  const root = document.querySelector<HTMLElement>('#root')
  if (root === null) throw new Error('There is no root.')
  return root
}

function start(root: HTMLElement): void {
  const restore = takeOver(root)
  const app = createRoot(root)
  onTestFinished(() => app.unmount())
  flushSync(() => app.render(<Form />))
  flushSync(restore)
}

function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`[name=${name}]`)
  if (found === null) throw new Error(`There is no field ${name}.`)
  return found
}

test('the app keeps what was typed into the form of the server, and the focus', () => {
  const root = serverPage()
  field('name').value = 'adaeze.n'
  field('secret').value = 'typed early'
  field('secret').focus()
  start(root)
  expect([field('name').value, field('secret').value]).toEqual(['adaeze.n', 'typed early'])
  expect(document.activeElement).toBe(field('secret'))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a form that was sent before the app arrived is sent by the app', () => {
  const root = serverPage()
  field('name').value = 'adaeze.n'
  root.dataset.first = 'sent'
  start(root)
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('adaeze.n')
})

test('a page without anything typed is just replaced', () => {
  start(serverPage())
  expect(field('name').value).toBe('')
  expect(document.activeElement).toBe(document.body)
})
