/** The product has recovered when nearly all calls of this many milliseconds succeed. */
const windowMs = 3000
const maxFailures = 0.01

/**
 * Returns what users saw from `from` to `until`. A call is { sentAt, endedAt, status }. Status 0 is no response; calls
 * without a status are still open and do not count. `healedAt` is the first moment after which every 3 seconds have less than
 * 1 % of failures, or undefined if there is none before the end.
 */
export function outcomeOf(calls, { from, until }) {
  const sent = calls.filter(({ sentAt, status }) => status !== undefined && sentAt >= from && sentAt < until)
  const failed = sent.filter((call) => !isGood(call))
  return {
    sent: sent.length,
    failed: failed.length,
    byStatus: countBy(failed, ({ status }) => status || 'no answer'),
    longestGapMs: longestGap(sent, from, until),
    slowestMs: Math.max(0, ...sent.map(({ sentAt, endedAt }) => endedAt - sentAt)),
    healedAt: healedAt(sent, from, until),
  }
}

/** Counts other rejections, such as a sold-out item, as good responses. */
export const isGood = ({ status }) => status >= 200 && status < 500 && status !== 429

function healedAt(sent, from, until) {
  let healed = from
  for (const { sentAt } of sent.filter((call) => !isGood(call))) {
    const following = sent.filter((one) => one.sentAt >= sentAt && one.sentAt < sentAt + windowMs)
    if (isBad(following)) healed = sentAt + 1
  }
  return healed + windowMs <= until ? healed : undefined
}

const isBad = (calls) => calls.filter((call) => !isGood(call)).length >= maxFailures * calls.length

/** Returns the longest time in which no call succeeded. */
function longestGap(sent, from, until) {
  const ends = sent.filter(isGood).map(({ endedAt }) => Math.min(endedAt, until))
  const moments = [from, ...ends.toSorted((one, other) => one - other), until]
  return Math.max(...moments.slice(1).map((moment, nth) => moment - moments[nth]))
}

function countBy(list, keyOf) {
  const counts = {}
  for (const one of list) counts[keyOf(one)] = (counts[keyOf(one)] ?? 0) + 1
  return counts
}
