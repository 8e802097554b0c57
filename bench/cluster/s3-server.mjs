// A program of its own: node s3-server.mjs PORT FOLDER BUCKET. It checks every signature.
import { mkdirSync } from 'node:fs'
import S3rver from '@20minutes/s3rver'

const [port, directory, bucket] = process.argv.slice(2)
mkdirSync(directory, { recursive: true })
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  configureBuckets: [{ name: bucket }],
})
await server.run()
