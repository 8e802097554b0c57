import { describe, expect, test } from 'vitest'
import { partOfDayText, greetingIn, partOfDay } from '#web/lib/format/greeting-text.ts'

/** Returns a time on Monday, 2 March 2026, by the clock of this device. */
const at = (hour: number, minute = 0) => new Date(2026, 2, 2, hour, minute)

describe('the part of the day', () => {
  test.each([
    [0, 5, 'evening', 'Sunday night'],
    [4, 59, 'evening', 'Sunday night'],
    [5, 0, 'morning', 'Monday morning'],
    [11, 59, 'morning', 'Monday morning'],
    [12, 0, 'afternoon', 'Monday afternoon'],
    [16, 59, 'afternoon', 'Monday afternoon'],
    [17, 0, 'evening', 'Monday evening'],
    [23, 59, 'evening', 'Monday evening'],
  ])('at %i:%i it is %s, and the day reads %s', (hour, minute, part, day) => {
    expect(partOfDay(at(hour, minute))).toBe(part)
    expect(partOfDayText(at(hour, minute))).toBe(day)
  })

  test('the night of the first of a month belongs to the month before', () => {
    expect(partOfDayText(new Date(2026, 2, 1, 2))).toBe('Saturday night')
  })
})

describe('the greeting of a group', () => {
  test('is shown at every hour if it names no part of the day', () => {
    expect(greetingIn('Sannu (hello)', 'morning')).toBe('Sannu')
    expect(greetingIn('Ẹ káàbọ̀', 'evening')).toBe('Ẹ káàbọ̀')
  })

  test('is shown only in the part of the day that it names', () => {
    expect(greetingIn('Mesiere (good morning)', 'morning')).toBe('Mesiere')
    expect(greetingIn('Mesiere (good morning)', 'afternoon')).toBeNull()
    expect(greetingIn('Mesiere (good morning)', 'evening')).toBeNull()
    expect(greetingIn('Ka chi fo (good night)', 'evening')).toBeNull()
  })

  test.each([[null], [undefined], [''], ['  '], [' (good morning)']])('is none in %j', (greeting) => {
    expect(greetingIn(greeting, 'morning')).toBeNull()
  })
})
