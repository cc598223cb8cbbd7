// Takes features away from the server, each in a copy of the sources: its folder, the tests in server/test that import it,
// and its line in the list of features (ADR 131). The type check of what is left must pass: then nothing else of the server needs the feature.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { program, tally, withCleanUp } from './checks.mjs';
import { at, node, root } from './paths.mjs';

/** The features that are taken away: no other feature needs them. The folder, and the name of its object. */
const features = { views: 'views', 'app-ads': 'appAds' };
const list = 'server/src/composition/features.ts';

/** Copies the sources of the server, and those that its type check reads besides. */
function copyInto(folder) {
  const names = ['server', 'contract', 'deploy', 'tsconfig.base.json'];
  const files = execFileSync('git', ['ls-files', ...names], { cwd: root, encoding: 'utf8' });
  for (const file of files.trim().split('\n')) {
    const to = path.join(folder, file);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(at(file), to);
  }
  symlinkSync(at('node_modules'), path.join(folder, 'node_modules'), 'junction');
}

function takeAway(folder, name, object) {
  rmSync(path.join(folder, 'server/src/features', name), { recursive: true });
  for (const test of readdirSync(path.join(folder, 'server/test'))) {
    const file = path.join(folder, 'server/test', test);
    const isOfFeature =
      /\.test\.ts$/.test(test) && readFileSync(file, 'utf8').includes(`features/${name}/`);
    if (isOfFeature) rmSync(file);
  }
  const file = path.join(folder, list);
  const lines = readFileSync(file, 'utf8').split('\n');
  const left = lines.filter(
    (line) =>
      !line.includes(`'../features/${name}/`) && line.trim().replace(';', '') !== `.and(${object})`,
  );
  if (left.length !== lines.length - 2) {
    throw new Error(`${list} should name ${name} in two lines: an import and .and(${object})`);
  }
  writeFileSync(file, left.join('\n'));
}

export async function takeFeaturesAway() {
  for (const [name, object] of Object.entries(features)) {
    const folder = mkdtempSync(path.join(tmpdir(), 'adwarden-without-'));
    await withCleanUp(
      () => rmSync(folder, { recursive: true, force: true }),
      async () => {
        copyInto(folder);
        takeAway(folder, name, object);
        const config = {
          extends: './tsconfig.base.json',
          compilerOptions: { types: ['node'], incremental: false },
          include: ['server'],
        };
        writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
        const { code } = await program(`Without ${name}`, node, [
          at('node_modules/typescript/bin/tsc'),
          '--project',
          folder,
        ]);
        tally[code === 0 ? 'passed' : 'failed'] += 1;
      },
    );
  }
}
