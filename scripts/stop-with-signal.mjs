const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Until the child has ended, a signal to this process ends both at once. */
export function stopWithSignal(child) {
  const stop = (signal) => {
    child.kill('SIGKILL')
    process.exit(CODES[signal])
  }
  for (const signal of Object.keys(CODES)) process.once(signal, stop)
  child.once('close', () => {
    for (const signal of Object.keys(CODES)) process.off(signal, stop)
  })
}
