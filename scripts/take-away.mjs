// Takes features and channels away from the server, each in a copy of the sources: its folder, the tests in server/test that
// import it, and its line in the list (ADR 131). The type check of what is left must pass: then nothing else of the server needs
// it. Without its calls in the contract, the server of what is left must start.
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

/** Where they are, their list, and how an object stands in it. */
const features = {
  folder: 'server/src/features',
  list: 'server/src/composition/features.ts',
  entry: (object) => `\n  .and(${object})`,
};
const channels = {
  folder: 'server/src/notifications/channels',
  list: 'server/src/notifications/channels.ts',
  entry: (object) => `${object}, `,
};

/** Those that nothing else needs: the kind, the object that the folder exports, and the calls of the contract. */
const taken = {
  views: { of: features, object: 'views', calls: 'viewCalls' },
  'app-ads': { of: features, object: 'appAds', calls: 'appAdsCalls' },
  categories: { of: features, object: 'categories', calls: 'categoryCalls' },
  'pasted-lists': { of: features, object: 'pastedLists', calls: 'pastedListCalls' },
  webhooks: { of: channels, object: 'webhooksChannel', calls: 'webhookCalls' },
};

/** The sources of the server, and those that its type check and its start read besides. */
const sources = ['server', 'contract', 'deploy', 'scripts/start-once.ts', 'tsconfig.base.json'];

/** Copies the sources. Packages are links, and those of this repository lead to the copy. */
function copyInto(folder) {
  const files = execFileSync('git', ['ls-files', ...sources], { cwd: root, encoding: 'utf8' });
  for (const file of files.trim().split('\n')) {
    const to = path.join(folder, file);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(at(file), to);
  }
  const own = 'node_modules/@adwarden';
  mkdirSync(path.join(folder, own), { recursive: true });
  for (const name of ['server', 'contract', 'deploy']) {
    symlinkSync(path.join(folder, name), path.join(folder, own, name), 'junction');
  }
  for (const name of readdirSync(at('node_modules'))) {
    if (name === '@adwarden') continue;
    symlinkSync(at(`node_modules/${name}`), path.join(folder, 'node_modules', name), 'junction');
  }
}

/** Takes an import and another text out of a file. Throws unless each occurs once. */
function takeOut(file, object, text) {
  let left = readFileSync(file, 'utf8');
  for (const one of [new RegExp(`\\nimport \\{ ${object} \\} from [^;]*;`), text]) {
    const parts = left.split(one);
    if (parts.length !== 2) throw new Error(`${file} should have this once: ${one}`);
    left = parts.join('');
  }
  writeFileSync(file, left);
}

function takeAway(folder, name, { of, object }) {
  rmSync(path.join(folder, of.folder, name), { recursive: true });
  for (const test of readdirSync(path.join(folder, 'server/test'), { recursive: true })) {
    const file = path.join(folder, 'server/test', test);
    const isOfFeature =
      /\.test\.ts$/.test(test) &&
      readFileSync(file, 'utf8').includes(`${path.basename(of.folder)}/${name}/`);
    if (isOfFeature) rmSync(file);
  }
  takeOut(path.join(folder, of.list), object, of.entry(object));
}

/** Takes the calls out of the contract, because a start refuses a call without a route. */
const takeCalls = (folder, calls) =>
  takeOut(path.join(folder, 'contract/src/calls.ts'), calls, `\n  ...${calls},`);

async function mustPass(title, args, settings) {
  const { code } = await program(title, node, args, settings);
  tally[code === 0 ? 'passed' : 'failed'] += 1;
}

export async function takeFeaturesAway() {
  for (const [name, one] of Object.entries(taken)) {
    const folder = mkdtempSync(path.join(tmpdir(), 'adwarden-without-'));
    await withCleanUp(
      () => rmSync(folder, { recursive: true, force: true }),
      async () => {
        copyInto(folder);
        takeAway(folder, name, one);
        const config = {
          extends: './tsconfig.base.json',
          compilerOptions: { types: ['node'], incremental: false },
          include: ['server'],
        };
        writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
        const compiler = at('node_modules/typescript/bin/tsc');
        await mustPass(`Types without ${name}`, [compiler, '--project', folder]);
        takeCalls(folder, one.calls);
        await mustPass(`A start without ${name}`, [path.join(folder, 'scripts/start-once.ts')], {
          PORT: '0',
          DATA_DIR: path.join(folder, 'data'),
          ADMIN_EMAIL: 'admin@example.com',
          ADMIN_PASSWORD: 'harbour lamp 47',
        });
      },
    );
  }
}
