import { readdirSync } from 'node:fs'

/** Returns the stages of a Dockerfile, each with its instructions in order: `{ keyword, flags, text }`. */
export function readStages(dockerfile) {
  const stages = []
  for (const line of instructionLines(dockerfile)) {
    const [keyword, ...rest] = line.split(' ')
    if (keyword === 'FROM') {
      const [base, , name = 'image'] = rest
      stages.push({ name, base, steps: [] })
    } else {
      stages.at(-1).steps.push(readStep(keyword, rest.join(' ').trim()))
    }
  }
  return stages
}

function instructionLines(dockerfile) {
  const withoutComments = dockerfile.split('\n').filter((line) => !line.trimStart().startsWith('#'))
  const joined = withoutComments.join('\n').replaceAll(/\\\n/g, ' ')
  return joined.split('\n').filter((line) => line.trim() !== '')
}

function readStep(keyword, text) {
  const flags = {}
  let rest = text
  for (let found; (found = /^--([a-z-]+)=(\S+)\s+/.exec(rest)); rest = rest.slice(found[0].length)) {
    flags[found[1]] = found[2]
  }
  return { keyword, flags, text: rest }
}

/** Returns the files that .dockerignore allows in the build, as paths from `root`. */
export function filesInContext(root, dockerignore) {
  const rules = dockerignore.split('\n').flatMap((line) => {
    const pattern = line.trim()
    if (pattern === '' || pattern.startsWith('#')) return []
    const isAllowed = pattern.startsWith('!')
    return [{ isAllowed, matches: matcherOf(isAllowed ? pattern.slice(1) : pattern) }]
  })
  // As in Docker, the last rule that matches the path or a folder above it decides.
  const isAllowed = (path) => rules.findLast(({ matches }) => matches.test(path))?.isAllowed ?? true
  return filesUnder(root, '').filter(isAllowed)
}

function matcherOf(pattern) {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'))
  return new RegExp(`^${source}(?:/|$)`)
}

/** These folders are never in the build, and are slow to list. */
const NEVER = ['.git', '.cache', '.data', 'node_modules']

function filesUnder(root, folder) {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return NEVER.includes(entry.name) ? [] : filesUnder(root, path)
  })
}
