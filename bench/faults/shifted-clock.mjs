// Node loads this file before everything else. It moves the clock by the milliseconds in the file CLOCK_FILE.
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE
const RealDate = globalThis.Date
let shift = 0

function readShift() {
  try {
    shift = Number(readFileSync(file, 'utf8'))
  } catch {
    shift = 0
  }
}

class ShiftedDate extends RealDate {
  constructor(...values) {
    if (values.length > 0) super(...values)
    else super(RealDate.now() + shift)
  }

  static now() {
    return RealDate.now() + shift
  }
}

if (file) {
  globalThis.Date = ShiftedDate
  setInterval(readShift, 200).unref()
}
