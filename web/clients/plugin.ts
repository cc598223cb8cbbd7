import type { Plugin } from 'vite';
import { clientFiles } from './client-files.ts';

/**
 * Puts the clients into the build, so that every installation serves them. Lines that begin with "Warning:" reach the
 * terminal (scripts/build.mjs).
 */
export function clients(): Plugin {
  return {
    name: 'clients',
    apply: 'build',
    async generateBundle() {
      const files = await clientFiles((message) => console.warn(`Warning: ${message}`));
      for (const [name, source] of files) {
        this.emitFile({ type: 'asset', fileName: `clients/${name}`, source });
      }
    },
  };
}
