import { readFile, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { succeeds, type Account, type Owner } from './run-as.ts'

/**
 * Returns the accounts that may run the server. PostgreSQL does not run as root. In a user namespace, root appears as another
 * user and still has access to all folders. Where namespaces are forbidden, as in most containers, a low-privilege user runs
 * the server.
 */
export async function accountsFor(db: string): Promise<Account[]> {
  const me = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
  const users = await knownUsers()
  const ownAccount = { prefix: [], owner: me }
  const namespaced = namespaceOf(me, users)
  if (me.uid !== 0) return hasName() ? [ownAccount] : [...namespaced, ownAccount]

  const dbOwner = await ownerOf(db)
  const formerOwner = dbOwner && dbOwner.uid !== 0 ? [switched(dbOwner)] : []
  return [...formerOwner, ...namespaced, ...lowPrivilege(users)]
}

/** Returns the users to fall back on if none of the accounts above can enter the data folder. */
export async function lowPrivilegeAccounts(): Promise<Account[]> {
  return process.geteuid?.() === 0 ? lowPrivilege(await knownUsers()) : []
}

export function canEnterFolder(account: Account, folder: string) {
  return succeeds(account, ['sh', '-c', 'cd "$1"', 'sh', folder])
}

function switched(owner: Owner): Account {
  return { prefix: [], switchTo: owner, owner }
}

function lowPrivilege(users: Map<string, Owner>) {
  return ['postgres', '_postgres', 'nobody'].flatMap((name) => {
    const user = users.get(name)
    return user ? [switched(user)] : []
  })
}

// Only users in /etc/passwd are used, because initdb needs a user with a name.
function namespaceOf(me: Owner, users: Map<string, Owner>): Account[] {
  const known = [...users.values()]
  const user = known.find(({ uid }) => uid === 1000) ?? users.get('nobody') ?? known[0]
  if (!user) return []
  const prefix = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--']
  return [{ prefix, owner: me }]
}

async function knownUsers() {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  const users = new Map<string, Owner>()
  for (const line of lines) {
    const [name = '', , uid, gid] = line.split(':')
    if (Number(uid) > 0 && Number(gid) > 0) users.set(name, { uid: Number(uid), gid: Number(gid) })
  }
  return users
}

function hasName() {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

async function ownerOf(folder: string): Promise<Owner | undefined> {
  const found = await stat(folder).catch(() => undefined)
  return found && { uid: found.uid, gid: found.gid }
}
