import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { drawPicture } from './draw-picture.ts'
import { UndrawablePicture, type PictureToDraw } from './pictures.ts'

// The process that draws pictures. It is started by picture-pool.ts, with the limits of memory and CPU as arguments.

const [maxBytes = 0, maxCpuMs = 0] = process.argv.slice(2).map(Number)
const watchMs = 20

// When a service is stopped, every process gets the signal. The server ends this one when its last picture is drawn.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
// A normal exit would wait for the decoder.
const endAtOnce = () => process.kill(process.pid, 'SIGKILL')
process.on('disconnect', endAtOnce)
// The server may have ended before it could be told.
const tell = (message: object) => process.send?.(message, (error: Error | null) => error && endAtOnce())

/** Where memory is short, the kernel ends the process with the highest score: this one, before the server. */
function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has this file.
  }
}

/** Ends this process when the picture takes too much. Decoders cannot be interrupted in any other way. */
async function watch(isDone: () => boolean): Promise<void> {
  const begun = process.cpuUsage()
  while (!isDone()) {
    const { user, system } = process.cpuUsage(begun)
    const isTooMuch = process.memoryUsage.rss() > maxBytes || (user + system) / 1000 > maxCpuMs
    if (isTooMuch) process.send?.({ fault: 'too complex', isSpent: true }, endAtOnce)
    await wait(watchMs)
  }
}

async function draw(picture: PictureToDraw): Promise<void> {
  let isDone = false
  void watch(() => isDone)
  const reply = await drawPicture(picture).then(
    (drawn) => ({ drawn }),
    (error: unknown) => ({ fault: error instanceof UndrawablePicture ? error.fault : 'damaged' }),
  )
  isDone = true
  tell({ ...reply, isSpent: process.memoryUsage.rss() > maxBytes / 3 })
}

const isPicture = (message: unknown): message is PictureToDraw =>
  typeof message === 'object' && message !== null && 'source' in message

raiseOomScore()
process.on('message', (message) => void (isPicture(message) && draw(message)))
tell({ isReady: true })
