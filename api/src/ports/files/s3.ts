import { openAsBlob } from 'node:fs'
import { S3mini } from 's3mini'
import type { Settings } from '#api/settings.ts'
import type { FileStore } from './files.ts'

/** The timeout is 10 seconds plus the time for the body at 1 MB/s, and at most a minute. */
const baseMs = 10_000
const maxMs = 60_000
const timeFor = (bytes: number) => Math.min(maxMs, baseMs + bytes / 1000)

// A key is never reused, so its content never changes.
const cacheHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Stores files in any S3-compatible store, with the bucket in the path. */
export function s3Files(settings: NonNullable<Settings['s3']>): FileStore {
  const endpoint = new URL(settings.bucket, `${settings.endpoint.replace(/\/+$/, '')}/`).href
  const address = (settings.publicUrl ?? endpoint).replace(/\/+$/, '')

  function client(milliseconds: number): S3mini {
    return new S3mini({
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
      endpoint,
      region: settings.region,
      requestAbortTimeout: Math.ceil(milliseconds),
    })
  }

  return {
    async put(key, bytes, type) {
      await client(timeFor(bytes.length)).putObject(key, bytes, type, undefined, cacheHeaders)
    },
    async take(key, path, type) {
      // The file is streamed from the disk, so that a video is never completely in memory.
      const file = await openAsBlob(path)
      await client(timeFor(file.size)).putObject(key, file, type, undefined, cacheHeaders)
    },
    async remove(key) {
      await client(baseMs).deleteObject(key)
    },
    addressOf: (key) => `${address}/${key}`,
    async read(file) {
      if (!file.startsWith(`${address}/`)) return null
      const bytes = await client(baseMs).getObjectArrayBuffer(file.slice(address.length + 1))
      return bytes && Buffer.from(bytes)
    },
  }
}
