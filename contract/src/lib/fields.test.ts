import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  Email,
  Id,
  IdInPath,
  nameErrors,
  nameText,
  NewPassword,
  OwnUrl,
  Phone,
  text,
  Time,
  Username,
  lineText,
} from './fields.ts'

/** The first error text, or null for a valid value. */
function errorOf(schema: z.ZodType, value: unknown): string | null {
  const read = schema.safeParse(value)
  return read.success ? null : (read.error.issues[0]?.message ?? '')
}

describe('a text', () => {
  test('is trimmed', () => {
    expect(text(10).parse('  Adé  ')).toBe('Adé')
  })

  test('is measured in code points', () => {
    expect(errorOf(text(3), '🥁🥁🥁')).toBeNull()
    expect(errorOf(text(3), '🥁🥁🥁🥁')).toBe('Maximum 3 characters allowed')
    expect(errorOf(text(2), 'o\u0323\u0300'.normalize('NFC'))).toBeNull()
    expect(errorOf(text(1), 'o\u0323\u0300'.normalize('NFC'))).toBe('Maximum 1 characters allowed')
  })

  test('is rejected empty with "Required."', () => {
    expect(errorOf(text(10), '')).toBe('Required.')
    expect(errorOf(text(10), '   ')).toBe('Required.')
    expect(errorOf(text(10, 0), '   ')).toBeNull()
  })

  test.each([
    '\u200b',
    '\u3164',
    '\u115f\u1160',
    '\uffa0',
    '\u2800\u2800',
    '\ufeff',
    '\u00ad',
    '\u200d\u2060',
    '\u202e',
    '\ufe0f',
    '\u034f',
    '\u{e0020}',
    '\u0007',
    ' \u200b \u3164 ',
  ])('of nothing that shows, %j, is refused like an empty one', (value) => {
    expect(errorOf(text(10), value)).toBe('Required.')
    expect(errorOf(text(10, 0), value)).toBeNull()
  })

  test.each(['🥁', '❤️', '🇳🇬', '👩‍👩‍👧', 'عربي', '\u0600', 'ก็', 'नि', 'ọ̀', '한', '⠓', 'a\u200b', '\u3164.'])(
    'that shows something, %j, is fine',
    (value) => {
      expect(errorOf(text(10), value)).toBeNull()
    },
  )

  test.each([[null], [undefined], [7], [true], [['a']], [{}]])('is not %o', (value) => {
    expect(errorOf(text(10), value)).not.toBeNull()
  })
})

describe('a name', () => {
  test.each(['Gift box ❤️', '👩‍🍳 apron', '👨‍👩‍👧', '❤️‍🔥', '🏳️‍🌈', '👍🏾', '1️⃣ first', '🇳🇬'])('may be %j', (value) => {
    expect(errorOf(nameText(60), value)).toBeNull()
  })

  test.each([
    'a\ufe0f',
    'a\u200db',
    '🎁\u200d',
    '🎁\u200da',
    '❤\ufe0f\ufe0f',
    '🎁\u200b',
    '1\ufe0f',
    '🎁\u202e',
  ])('is not %j, which holds a character that cannot be seen', (value) => {
    expect(errorOf(nameText(60), value)).toBe(nameErrors.hidden)
  })

  test('that is far too long is rejected for its length', () => {
    for (const part of ['a', 'a.', '@', 'a@', 'a.b', '-', 'www', '\u3002'])
      expect(errorOf(nameText(60), part.repeat(500_000))).toBe('Maximum 60 characters allowed')
  })
})

describe('a password', () => {
  const withEachSign = [...'#?!@$%^&*-'].map((sign) => `Aaaaaa1${sign}`)
  test.each([...withEachSign, 'Zz9 with spaces!', '  aA1!  ', `aA1!${'x'.repeat(124)}`])(
    'may be %j',
    (value) => {
      expect(errorOf(NewPassword, value)).toBeNull()
      expect(NewPassword.parse(value)).toBe(value)
    },
  )

  test.each([
    ['', 'Required.'],
    ['aA1!aA1', 'Min 8 characters'],
    ['🥁🥁🥁🥁', 'Min 8 characters'],
    ['aaaaaaaaaa', 'at least a number, upper & lower case, special character'],
    ['AAAAAAA1!', 'at least a number, upper & lower case, special character'],
    ['aaaaaaa1!', 'at least a number, upper & lower case, special character'],
    ['aaaaaaaA!', 'at least a number, upper & lower case, special character'],
    ['Ọọọọọọ1!', 'at least a number, upper & lower case, special character'],
    ['aaaaaaA1~', 'at least a number, upper & lower case, special character'],
    [`aA1!${'x'.repeat(125)}`, 'Maximum 128 characters allowed'],
  ])('%j is refused with %j', (value, expected) => {
    expect(errorOf(NewPassword, value)).toBe(expected)
  })
})

describe('an e-mail address', () => {
  test.each(['a@b.c', 'adaeze.n+market@mail.example.ng', 'ọlá@ìlú.ng', ' spaced@example.com '])(
    'may be %j',
    (value) => {
      expect(errorOf(Email, value)).toBeNull()
    },
  )

  test.each([
    ['', 'Required.'],
    ['adaeze', 'Email must be valid'],
    ['adaeze@', 'Email must be valid'],
    ['@example.com', 'Email must be valid'],
    ['a b@c.de', 'Email must be valid'],
    ['adaeze@example', 'Email must be valid'],
    ['a@b.c,d@e.f', 'Email must be valid'],
    ['a@b.c;d@e.f', 'Email must be valid'],
    ['A <a@b.c>', 'Email must be valid'],
    ['a@b.c\nbcc: d@e.f', 'Email must be valid'],
    ['a\u0001b@c.d', 'Email must be valid'],
    ['"a b"@c.d', 'Email must be valid'],
    [`${'a'.repeat(251)}@b.c`, 'Email must be valid'],
  ])('%j is refused with %j', (value, expected) => {
    expect(errorOf(Email, value)).toBe(expected)
  })

  test('loses the invisible characters of a chat that it was copied from', () => {
    expect(Email.parse('\u2068tola\u200b@example.com\u2069\ufeff')).toBe('tola@example.com')
  })
})

describe('a username', () => {
  test.each(['ada', 'Adaeze.N', '_under_', '...', '0'.repeat(30)])('may be %j', (value) => {
    expect(errorOf(Username, value)).toBeNull()
  })

  test.each([
    'ab',
    '0'.repeat(31),
    'ada eze',
    'adé',
    'аdа.еzе',
    'ada\u200beze',
    'ada🥁',
    'a-b-c',
    'ada@eze',
    'ada\0',
  ])('is not %j', (value) => {
    expect(errorOf(Username, value)).toBe('3 to 30 letters, digits, _ and .')
  })

  test.each(['admin', ' admin ', 'ROOT', 'Support', 'system', 'Rootsquare', 'superadmin'])(
    '%j is reserved',
    (value) => {
      expect(errorOf(Username, value)).toBe('This username is reserved.')
    },
  )
})

test.each([
  ['12 Ogui Road', '12 Ogui Road'],
  [' 12  Ogui\r\nRoad\t\u2028Enugu ', '12 Ogui Road Enugu'],
  ['12 \u202eiugO\u2066\u200b Road', '12 iugO Road'],
  ['Ọ̀ṣun, Ṅwa\u0007', 'Ọ̀ṣun, Ṅwa'],
])('the text %j is %j on one line', (typed, line) => {
  expect(lineText(60).parse(typed)).toBe(line)
})

test('a line of invisible characters is empty', () => {
  expect(lineText(60).safeParse('\n\u200b\u202e').success).toBe(false)
})

test('a phone number is digits', () => {
  expect(errorOf(Phone, '08031234567')).toBeNull()
  for (const value of ['+2348031234567', '0803 123 4567', 'zero', '123456', '1'.repeat(16), '٠٨٠٣١٢٣٤٥٦٧']) {
    expect(errorOf(Phone, value)).toBe('Phone numbers are 7 to 15 digits.')
  }
})

test('an id is a positive whole number, in an address written as text', () => {
  expect(Id.parse(1)).toBe(1)
  expect(IdInPath.parse('42')).toBe(42)
  for (const value of [0, -1, 1.5, 2 ** 53, Number.NaN, Infinity, '1', null])
    expect(errorOf(Id, value)).not.toBeNull()
  const bad = [
    '0',
    '-1',
    '1.5',
    'abc',
    '',
    ' ',
    '1e309',
    '9007199254740993',
    '0x10',
    'null',
    'true',
    '1 2',
    '1e2',
    ' 1',
    '١',
  ]
  for (const value of bad) expect(errorOf(IdInPath, value), JSON.stringify(value)).not.toBeNull()
})

test('a time is ISO-8601 in UTC', () => {
  expect(errorOf(Time, '2026-11-15T20:15:41.000Z')).toBeNull()
  for (const value of ['2026-11-15', '2026-11-15T20:15:41+01:00', 'yesterday', 1_789_000_000_000]) {
    expect(errorOf(Time, value)).not.toBeNull()
  }
})

test('an own address has 1 to 500 characters', () => {
  expect(errorOf(OwnUrl, 'http://localhost:3000/mail-validate')).toBeNull()
  expect(errorOf(OwnUrl, '')).toBe('Required.')
  expect(errorOf(OwnUrl, `http://localhost/${'a'.repeat(500)}`)).not.toBeNull()
})
