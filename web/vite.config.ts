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

export default defineConfig({
  plugins: [react(), precompress()],
  // React, router, queries and forms in the first chunk; what counts is its size compressed.
  build: { chunkSizeWarningLimit: 700 },
  server: {
    proxy: {
      ...Object.fromEntries(api.map((path) => [`^${path}(/|\\?|$)`, server])),
      '^/admin/': { target: server, bypass: (req) => (wantsPage(req) ? req.url : undefined) },
    },
  },
});
