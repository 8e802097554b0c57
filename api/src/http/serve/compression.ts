import { brotliCompressSync, gzipSync } from 'node:zlib'
import { maxResponseBytes } from './cache/shared-responses.ts'

/** Options for @fastify/compress. */
export const compression = { threshold: 1024, encodings: ['br' as const, 'gzip' as const] }

type Compress<O> = (bytes: Buffer, options: O) => Buffer

/** Compresses a Buffer once. A shared response is sent as the same Buffer each time, so its compressed form is found by it. */
function compressOnce<O>(compress: Compress<O>): Compress<O> {
  const known = new WeakMap<Buffer, Buffer>()
  return (bytes, options) => {
    const compressed = known.get(bytes) ?? compress(bytes, options)
    known.set(bytes, compressed)
    return compressed
  }
}

/** Options for routes with shared responses, in place of the zlib that compresses each response anew. */
export const compressionOnce = {
  ...compression,
  zlib: { brotliCompressSync: compressOnce(brotliCompressSync), gzipSync: compressOnce(gzipSync) },
  // Larger responses would go through a stream, which compresses them anew each time.
  syncThreshold: maxResponseBytes,
}
