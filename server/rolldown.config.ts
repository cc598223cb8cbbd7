import { globSync } from 'node:fs';
import { defineConfig } from 'rolldown';

// All programs and threads. The build makes one file of each, and files of what several of them need (ADR 60).
const entries = globSync(['main.ts', 'cli/*.ts', '**/*.thread.ts'], { cwd: 'src' })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

export default defineConfig({
  // Own files find each other by these names (src/kit/process/own-files.ts).
  input: Object.fromEntries(entries.map((name) => [name.replaceAll('/', '.'), `src/${name}.ts`])),
  platform: 'node',
  // It has files beside its code.
  external: ['sharp'],
  output: {
    dir: 'dist',
    cleanDir: true,
    // Own code can be read in the traces of errors.
    minify: false,
  },
});
