import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { built } from '../../../deploy/programs/built.ts';
import { startServer } from '../servers/server-process.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

type Build = { folders: string[]; headings: string[] };

/** Makes a clone with what was built here and sources of its own, to change them as `git pull` does. */
export async function makeStaleClone() {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-stale-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const builtFrom = new URL('../../../scripts/built-from.mjs', import.meta.url).href;
  const { builds }: { builds: Record<string, Build> } = await import(builtFrom);
  const all = Object.values(builds);
  cpSync(dirname(built('main')), join(folder, 'server/dist'), { recursive: true });
  const headings = all.flatMap((build) => build.headings);
  for (const part of ['scripts', 'package.json', 'package-lock.json', ...headings]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const place of all.flatMap(({ folders }) => folders)) {
    write(`${place}/one.ts`, `// ${place}`);
  }
  const program = (name: string) => join(folder, `server/dist/${name}.js`);

  return {
    folder,
    write,
    program,

    /** Notes, as a build does, that the web app and the server were built from the present sources. */
    noteBuild(): void {
      const script = `
        const { builds, hashOfSources } = await import('./scripts/built-from.mjs');
        const { buildInto } = await import('./scripts/build.mjs');
        const { mkdirSync } = await import('node:fs');
        for (const build of Object.values(builds)) {
          mkdirSync(build.dist + '/assets', { recursive: true });
          const from = { sources: hashOfSources(build), compiler: '' };
          await buildInto({ folder: build.dist, kept: 'assets' }, from, async () => {});
        }`;
      const options = { cwd: folder, encoding: 'utf8', timeout: 30_000 } as const;
      const { stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '-e', script],
        options,
      );
      expect(stderr).toBe('');
    },

    /** Starts the server of the clone. */
    start: (environment: Record<string, string>) => startServer(environment, program('main')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
