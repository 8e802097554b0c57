import { brotliCompressSync, gzipSync } from 'node:zlib'
import { maxResponseBytes } from './cache/shared-responses.ts'

/** For @fastify/compress. */
export const compression = { threshold: 1024, encodings: ['br' as const, 'gzip' as const] }

type Compress<O> = (bytes: Buffer, options: O) => Buffer

/** A shared response is sent as the same Buffer each time, so its compressed form is found by that. */
function once<O>(compress: Compress<O>): Compress<O> {
  const known = new WeakMap<Buffer, Buffer>()
  return (bytes, options) => {
    const compressed = known.get(bytes) ?? compress(bytes, options)
    known.set(bytes, compressed)
    return compressed
  }
}

/** For routes with shared responses, in place of the zlib that compresses each response anew. */
export const compressionOnce = {
  ...compression,
  zlib: { brotliCompressSync: once(brotliCompressSync), gzipSync: once(gzipSync) },
  // Larger ones go through a stream, which compresses them anew.
  syncThreshold: maxResponseBytes,
}
