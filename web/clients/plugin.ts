import type { Plugin } from 'vite';
import { clientFiles } from './client-files.ts';
import type { Files } from './files.ts';

/**
 * Puts the clients into the build, so that every installation serves those of its own version. Tells the pages whether they
 * may show the Maven repository. Lines that begin with "Warning:" reach the terminal (scripts/build.mjs).
 */
export function clients(): Plugin {
  let files: Files = new Map();
  return {
    name: 'clients',
    apply: 'build',
    async config() {
      files = await clientFiles((message) => console.warn(`Warning: ${message}`));
      const hasMaven = [...files.keys()].some((name) => name.startsWith('maven/'));
      return { define: { 'import.meta.env.WITHOUT_MAVEN': !hasMaven } };
    },
    generateBundle() {
      for (const [name, source] of files) {
        this.emitFile({ type: 'asset', fileName: `clients/${name}`, source });
      }
    },
  };
}
