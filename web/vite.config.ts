import type { IncomingMessage } from 'node:http';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { clients } from './clients/plugin.ts';
import { guide } from './guide/plugin.ts';
import { packages } from './packages.ts';
import { precompress } from './precompress.ts';
import { proxiedPaths } from './proxied-paths.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

const proxied = proxiedPaths();
const wantsPage = (req: IncomingMessage) =>
  req.method === 'GET' && req.headers.accept?.includes('text/html');

/*
 * Each chunk of a page costs a round trip, so code that several pages share is in a few chunks. A chunk has the files that
 * are named here and all that they import, without what an earlier chunk has. The chunk `common` has the other files that
 * at least five pages share. Every page is a chunk of its own. Files are named without their folders, so that a file can
 * be moved.
 */
const chunks: Record<string, string[]> = {
  start: ['main', 'sign-in'],
  toasts: ['toast-library', 'toast-list'],
  ways: ['sign-in-ways'],
  'ways-buttons': ['sign-on-button', 'passkey-button'],
  shell: ['signed-in-layout', 'page-title'],
  ui: [
    'data-table',
    'form-modal',
    'use-edit-form',
    'stale-edit',
    'search-select',
    'panel',
    'cut-text',
    'action-toast',
    'deleted-drawer',
    'file-url',
  ],
};
const fileOf = (id: string) => /\/web\/src\/.*?([^/]+)\.tsx?$/.exec(id)?.[1] ?? '';
const chunkGroups = [
  ...Object.entries(chunks).map(([name, files]) => ({
    name,
    test: (id: string) => files.includes(fileOf(id)),
  })),
  { name: 'icons', test: /icons-react/, minShareCount: 2 },
  { name: 'common', minShareCount: 5 },
];

/** Stops a build in which a file of `chunks` is missing, because it was renamed. */
const chunkFilesExist = {
  name: 'chunk-files-exist',
  apply: 'build',
  buildEnd() {
    const found = new Set([...this.getModuleIds()].map(fileOf));
    const missing = Object.values(chunks)
      .flat()
      .filter((file) => !found.has(file));
    if (missing.length > 0) this.error(`vite.config.ts names files that are not there: ${missing}`);
  },
} satisfies Plugin;

export default defineConfig({
  // Addresses relative to the file that names them, because BASE_PATH is known only at the start of a server. The server
  // writes the page's own ones.
  base: './',
  plugins: [
    react(),
    guide(),
    clients(),
    packages(),
    withoutJsonSchema,
    precompress(),
    chunkFilesExist,
  ],
  build: {
    // The limit is for uncompressed sizes; what matters is the compressed size (bench/parts/web/web.sizes.ts).
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.always.map((paths) => [paths, server])),
      [proxied.unlessPage]: {
        target: server,
        bypass: (req) => (wantsPage(req) ? req.url : undefined),
      },
    },
  },
});
