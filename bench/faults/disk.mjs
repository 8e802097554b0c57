import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Is thrown with the reason by a fault that this machine does not allow. */
export class Skipped extends Error {}

const megabyte = 1_048_576
const databaseMegabytes = 1500

/** Returns the option that gives each database of the cluster a disk that can be filled, if this user may mount one. */
export function databaseDisks() {
  const folder = mkdtempSync(join(tmpdir(), 'rs-mount-'))
  const isMounted = mountSmall(folder).status === 0
  if (isMounted) spawnSync('umount', [folder])
  rmdirSync(folder)
  return isMounted ? { databaseMegabytes } : {}
}

const mountSmall = (folder) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])

/** Fills the disk of the primary to the last byte. */
export async function fillPrimary({ cluster, hasDatabaseDisks }, milliseconds) {
  if (!hasDatabaseDisks) throw new Skipped('only root can give the databases disks of their own')
  const file = join(cluster.folder, await cluster.primary(), 'everything')
  try {
    fill(file, databaseMegabytes)
    await pause(milliseconds)
  } finally {
    if (existsSync(file)) rmSync(file)
  }
}

/** Mounts a small file system over the folder for uploads, fills it to the last byte, and removes it afterwards. */
export async function fillDisk({ cluster }, name, milliseconds) {
  const folder = join(cluster.folder, name, 'uploading')
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = mountSmall(folder)
  if (status !== 0) throw new Skipped(`a small file system cannot be mounted: ${stderr}`.trim())
  try {
    fill(join(folder, 'everything'), 2)
    await pause(milliseconds)
  } finally {
    // The unmount is lazy, because an upload may have a file open there.
    spawnSync('umount', ['--lazy', folder])
  }
}

function fill(file, megabytes) {
  try {
    writeFileSync(file, Buffer.alloc(megabytes * megabyte))
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error
  }
}
