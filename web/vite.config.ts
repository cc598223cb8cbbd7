import type { IncomingMessage } from 'node:http';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  plugins: [react()],
  server: {
    proxy: {
      ...Object.fromEntries(api.map((path) => [`^${path}(/|\\?|$)`, server])),
      '^/admin/': { target: server, bypass: (req) => (wantsPage(req) ? req.url : undefined) },
    },
  },
});
