import { expect, onTestFinished, test, vi } from 'vitest'
import { dataUsedThisMonth, watchDataUse } from '#web/lib/browser/data-meter.ts'
import { memoryStorage } from '#web/test/memory-storage.ts'

test('what pages load is added up until the month ends in Nigeria', () => {
  const { area } = memoryStorage()
  vi.useFakeTimers({ now: new Date('2026-11-30T22:30:00Z') })
  vi.stubGlobal('window', { localStorage: area })
  const report: ((...sizes: number[]) => void)[] = []
  class Observer {
    constructor(onEntries: (list: { getEntries: () => { transferSize: number }[] }) => void) {
      report.push((...sizes) =>
        onEntries({ getEntries: () => sizes.map((transferSize) => ({ transferSize })) }),
      )
    }
    observe(): void {}
  }
  vi.stubGlobal('PerformanceObserver', Observer)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  watchDataUse()
  watchDataUse()
  expect(report).toHaveLength(1)
  report[0]?.(30_000, 0, 4000)
  report[0]?.(1000)
  expect(dataUsedThisMonth()).toBe(35_000)
  // It is December in Lagos an hour before it is in London.
  vi.setSystemTime(new Date('2026-11-30T23:00:00Z'))
  expect(dataUsedThisMonth()).toBe(0)
  report[0]?.(7)
  expect(dataUsedThisMonth()).toBe(7)
})
