import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { classNames } from './build/class-names.ts'
import { compressMore } from './build/compress-more.ts'
import { contractHash } from './build/contract-hash.ts'
import { firstPages } from './build/first-pages.ts'
import { leanContract } from './build/lean-contract.ts'
import { leanIcons } from './build/lean-icons.ts'
import { pageStatus } from './build/page-status.ts'
import { precompress } from './build/precompress.ts'
import { routePreloads } from './build/route-preloads.ts'
import { serviceWorker } from './build/service-worker.ts'
import { wholePages } from './build/whole-pages.ts'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

const whole = wholePages({
  start: /web\/src\/main\.tsx$/,
  first: {
    entry: [/pages\/entry\/sign-in-page\.tsx$/],
    splash: [/pages\/entry\/loading-page\.tsx$/],
    square: [/app\/shell\/shell\.tsx$/, /pages\/home\/home-page\.tsx$/],
  },
  live: [/app\/live\/live-events\.ts$/],
  next: {
    post: [/pages\/home\/post-page\.tsx$/],
    market: [/pages\/market\/marketplace-page\.tsx$/],
  },
  rest: {
    chat: [/pages\/messages\/(?:message|inbox)-page\.tsx$/],
    group: [/pages\/groups\/group-(?:feed-)?page\.tsx$/],
    cart: [/pages\/market\/cart-page\.tsx$/],
  },
})

/** What each of these addresses loads at once, without waiting for the router to ask for it. */
const preloads = routePreloads({
  '^/$': ['pages/entry/sign-in-page.tsx'],
  '^/signup/?$': ['pages/lazy/entry-pages.ts', 'pages/entry/sign-up-page.tsx'],
  '^/user/?$': ['app/shell/shell.tsx', 'pages/home/home-page.tsx'],
  '^/marketplace/?$': [
    'app/shell/shell.tsx',
    'pages/lazy/market-pages.ts',
    'pages/market/marketplace-page.tsx',
  ],
  '^/post/[^/]+/?$': ['pages/home/post-page.tsx'],
  '^/(?:inbox|messages/[^/]+)/?$': [
    'app/shell/shell.tsx',
    'pages/lazy/member-pages.ts',
    'pages/messages/message-page.tsx',
  ],
  '^/group/[^/]+/?$': [
    'app/shell/shell.tsx',
    'pages/lazy/group-pages.ts',
    'pages/groups/group-page.tsx',
    'pages/groups/group-feed-page.tsx',
  ],
  '^/cart/?$': ['app/shell/shell.tsx', 'pages/lazy/market-pages.ts', 'pages/market/cart-page.tsx'],
})

/** What the service worker stores at once: the pages that can be read without a connection, and what writes there need. */
const worker = serviceWorker([
  /web\/src\/app\//,
  /web\/src\/pages\/lazy\/(?!admin-)/,
  /web\/src\/pages\/(home|messages|search)\//,
  /web\/src\/pages\/market\/(marketplace|cart)-page\.tsx$/,
  /web\/src\/pages\/groups\/group-(list|page|feed-page|section-page)/,
  /web\/src\/pages\/(entry\/logout|notifications\/notifications|orders\/my-orders?|posts\/bookmarks)-page\.tsx$/,
  /web\/src\/pages\/profile\/(profile|member)-page\.tsx$/,
  /web\/src\/features\/(posts|notifications\/p)/,
  /web\/src\/entities\/mentions\//,
  /web\/src\/ui\/(controls|layout|media|offline)\//,
  /web\/src\/lib\//,
])

/** The same for the app and for what the server sends of it. */
const css = { modules: { generateScopedName: classNames(import.meta.dirname) } }
const first = firstPages('src/app/start/first-pages.tsx', css)

export default defineConfig(({ command }) => ({
  cacheDir: '../.cache/vite',
  plugins: [
    react(),
    leanContract(),
    leanIcons(),
    compressMore(/^(index|entry|((entry|splash)-)?square|live)$/),
    whole.plugin,
    preloads,
    first,
    worker,
    precompress(),
    pageStatus(),
  ],
  // Saved answers of another contract are not shown.
  resolve: {
    // React has the hook itself; what the router loads beside stands in for it in React 17.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  define: { CONTRACT_HASH: JSON.stringify(contractHash()) },
  // The server replaces it by a new nonce in every page it sends.
  html: command === 'build' ? { cspNonce: '__CSP_NONCE__' } : {},
  css: command === 'build' ? css : {},
  build: {
    outDir: process.env.VITE_OUT_DIR ?? 'dist',
    emptyOutDir: true,
    // The floor is in docs/decisions/0043-browsers.md, and so is why that of the scripts differs.
    cssTarget: ['chrome90', 'safari15.4', 'firefox100'],
    target: ['chrome98', 'safari16', 'firefox100'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: whole.groups } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media', '/sandbox', '/manifest.webmanifest', '/share-target'].map((path) => [path, api]),
    ),
  },
}))
