import { expect, test } from 'vitest'
import { firstLetterOf } from '#web/lib/format/names.ts'

test.each([
  ['ada', 'a'],
  ['Ọ̀ṣun', 'Ọ̀'],
  ['Ẹ́bun'.normalize('NFD'), 'Ẹ́'.normalize('NFD')],
  ['👩🏾‍🌾 farm', '👩🏾‍🌾'],
  ['🇳🇬🇬🇭', '🇳🇬'],
  ['❤️x', '❤️'],
  ['1️⃣', '1️⃣'],
  ['✊🏿a', '✊🏿'],
  ['𝒜b', '𝒜'],
  ['', ''],
])('the first letter of %s is %s', (text, letter) => {
  expect(firstLetterOf(text)).toBe(letter)
})
