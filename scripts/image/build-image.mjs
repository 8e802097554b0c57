import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { filesInContext, readStages } from './dockerfile.mjs'

/**
 * Runs the Dockerfile in `root` without Docker, each stage in its own folder below `into`, and returns the command of the last
 * stage. Base images are not fetched, so commands run on this machine's Node. The commands of a stage named in `built`
 * are not run; their results are taken from there, as
 * `{ stage: { path: folder } }`.
 */
export async function buildImage(root, into, built = {}) {
  const stages = readStages(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const context = join(into, 'context')
  for (const file of filesInContext(root, readFileSync(join(root, '.dockerignore'), 'utf8'))) {
    copy(join(root, file), join(context, file))
  }
  const image = { env: {} }
  const last = stages.at(-1)
  for (const stage of stages) {
    // The last stage creates folders at the root, which must not happen on this machine.
    const isRun = stage !== last && !(stage.name in built)
    await runStage(stage, { into, context, image, isRun, isLast: stage === last })
    for (const [path, folder] of Object.entries(built[stage.name] ?? {})) {
      copy(folder, join(into, stage.name, path))
    }
  }
  return { ...image, folder: join(into, last.name) }
}

async function runStage({ name, base, steps }, { into, context, image, isRun, isLast }) {
  const folder = join(into, name)
  const isOwnBase = !base.includes(':')
  if (isOwnBase) copy(join(into, base), folder)
  // A stage inherits the work folder of its base.
  image.workdir = isOwnBase ? image.workdir : '/'
  for (const { keyword, flags, text } of steps) {
    const cwd = join(folder, image.workdir)
    if (keyword === 'WORKDIR') image.workdir = text
    if (keyword === 'COPY') copyAll(flags.from ? join(into, flags.from) : context, text.split(/\s+/), cwd)
    if (keyword === 'RUN' && isRun) await run(text, cwd)
    if (isLast) describe(image, keyword, text)
  }
}

function copyAll(from, paths, cwd) {
  const to = join(cwd, paths.at(-1))
  for (const path of paths.slice(0, -1)) {
    copy(join(from, path), to.endsWith('/') ? join(to, basename(path)) : to)
  }
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function describe(image, keyword, text) {
  if (keyword === 'ENV') {
    for (const pair of text.split(/\s+/)) {
      const [name, value] = pair.split('=')
      image.env[name] = value
    }
  } else if (keyword === 'USER') [image.uid, image.gid] = text.split(':').map(Number)
  else if (keyword === 'CMD') image.command = JSON.parse(text)
  else if (keyword === 'HEALTHCHECK') image.healthcheck = JSON.parse(text.replace(/^.*?CMD\s+/, ''))
}

/** Runs a command with npm's own cache. */
async function run(command, cwd) {
  const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' }
  for (const name of Object.keys(env)) if (/^npm_(?!config_)|^VITEST|^NODE_ENV$/.test(name)) delete env[name]
  const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk) => (complaint += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code}.\n${complaint}`)
}
