import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

const bucket = 'rootsquare-media'

/** An S3 server with one bucket that checks every signature. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'rs-s3-'))
  const options = {
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  }
  const server = new S3rver(options)
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    bucketUrl: `${endpoint}/${bucket}`,
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
