import type { IncomingMessage } from 'node:http';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

// What the server answers in `npm run dev`. Below /admin the API has its POSTs; the pages a
// browser asks for there are the web app's.
const api = [
  '/api',
  '/apps',
  '/user',
  '/config',
  '/category',
  '/changes',
  '/icons',
  '/docs',
  '/openapi.json',
];
const wantsPage = (req: IncomingMessage) =>
  req.method === 'GET' && req.headers.accept?.includes('text/html');

/*
 * What several pages share, in a few chunks instead of dozens: a page asks for them all at once, and
 * each costs a round trip. Each group takes along what its files import, those above it first; what
 * is left falls to the pages, each a chunk of its own.
 */
const chunkGroups = [
  {
    name: 'start',
    test: /src\/(app\/(providers|protected-route|error-fallback|query-client|navigation)|features\/session\/|shell\/auth-layout|lib\/)|node_modules\/react-router\//,
  },
  { name: 'shell', test: /src\/shell\/(app-shell|page-title)/ },
  { name: 'ui', test: /src\/(ui\/(?!count-up)|features\/changes\/(deleted-drawer|changes\.api))/ },
  { name: 'icons', test: /icons-react/, minShareCount: 2 },
];

export default defineConfig({
  plugins: [react(), precompress()],
  build: {
    // What counts is the size compressed.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: {
      ...Object.fromEntries(api.map((path) => [`^${path}(/|\\?|$)`, server])),
      '^/admin/': { target: server, bypass: (req) => (wantsPage(req) ? req.url : undefined) },
    },
  },
});
