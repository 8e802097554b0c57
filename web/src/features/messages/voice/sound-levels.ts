export const barCount = 28
/** These levels are shown until the sound itself has loaded. */
export const flatLevels: readonly number[] = Array<number>(barCount).fill(0.3)

/** Returns the loudest moment of each part relative to the loudest of all, or null if the browser cannot decode it. */
export async function soundLevels(url: string): Promise<number[] | null> {
  try {
    const bytes = await (await fetch(url, { cache: 'force-cache' })).arrayBuffer()
    const decoded = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes)
    return levelsOf(decoded.getChannelData(0))
  } catch {
    return null
  }
}

function levelsOf(samples: Float32Array): number[] {
  const part = Math.max(1, Math.floor(samples.length / barCount))
  const levels = Array.from({ length: barCount }, (_, bar) => {
    let loudest = 0
    for (let at = bar * part; at < Math.min(samples.length, (bar + 1) * part); at += 1)
      loudest = Math.max(loudest, Math.abs(samples[at] ?? 0))
    return loudest
  })
  const most = Math.max(...levels)
  return most === 0 ? levels : levels.map((level) => level / most)
}
