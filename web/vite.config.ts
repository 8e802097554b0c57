import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContract } from './build/lean-contract.ts'
import { leanMantine } from './build/lean-mantine.ts'
import { precompress } from './build/precompress.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

/** What every page runs on: in one file it compresses better than in the pieces that pages happen to share. */
const every =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:history|react-router|react-store|router-core|store))\//

export default defineConfig(({ command }) => ({
  cacheDir: '../.cache/vite',
  plugins: [react(), leanContract(), leanMantine(), precompress()],
  // The server puts a fresh nonce in place of this word in every page it sends.
  html: command === 'build' ? { cspNonce: '__CSP_NONCE__' } : {},
  build: {
    outDir: process.env.VITE_OUT_DIR ?? 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: every }] } } },
  },
  server: { proxy: { '/api': api, '/media': api, '/sandbox': api } },
}))
