const QUIET_MS = 1000
const TTY_STEP_MS = 250
const PLAIN_STEP_MS = 3000

/** Shows the current step and how long it takes: a counter on a terminal, lines elsewhere. */
export async function withProgress(title, work) {
  const begun = performance.now()
  const fancy = process.stdout.isTTY === true && !process.env.CI
  process.stdout.write(`${title} …${fancy ? '' : '\n'}`)
  const tick = () => {
    if (performance.now() - begun < QUIET_MS) return
    process.stdout.write(fancy ? `\r${title} … ${seconds(begun)}` : `  … ${seconds(begun)}\n`)
  }
  const timer = setInterval(tick, fancy ? TTY_STEP_MS : PLAIN_STEP_MS)
  try {
    const result = await work()
    process.stdout.write(`${fancy ? '\r' : ''}${title}: done in ${seconds(begun)}\n`)
    return result
  } catch (error) {
    process.stdout.write(`${fancy ? '\r' : ''}${title}: failed after ${seconds(begun)}\n`)
    throw error
  } finally {
    clearInterval(timer)
  }
}

export function seconds(begun) {
  const elapsed = (performance.now() - begun) / 1000
  return `${elapsed < 10 ? elapsed.toFixed(1) : Math.round(elapsed)} s`
}
