import type { Plugin } from 'vite';
import { clientFiles } from './client-files.ts';

/** Puts the clients into the build, so that every installation serves those of its own version. */
export function clients(): Plugin {
  return {
    name: 'clients',
    apply: 'build',
    async generateBundle() {
      for (const [name, source] of await clientFiles()) {
        this.emitFile({ type: 'asset', fileName: `clients/${name}`, source });
      }
    },
  };
}
