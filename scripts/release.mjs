// `npm run release [-- FOLDER]`: makes an archive that needs no build and no registry where it is unpacked, with checksums,
// an SBOM (CycloneDX) and the notes of this version.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildServerWhenChanged, buildWebWhenChanged } from './build.mjs';
import { stampOf } from './built-from.mjs';
import { installWhatIsMissing } from './install.mjs';
import { at, env, read, root, sha256 } from './paths.mjs';
import { sbomOf } from './sbom.mjs';
import { step } from './step.mjs';

/** The architectures of the archive. Both are in it: only the library for icons differs. */
const architectures = ['x64', 'arm64'];
/** The parts of the repository that are taken, and the parts of them that are left out. */
const taken = [
  'contract',
  'server',
  'deploy',
  'docs',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  '.env.example',
];
const leftOut =
  /(^|\/)(test|fixtures)\/|\.test\.ts$|^contract\/src\/testing\/|^docs\/releases\/|^deploy\/(outages\.ts$|programs\/|archive\/)/;

const { version, dependencies, license, description } = JSON.parse(read(at('package.json')));
const name = `adwarden-${version}`;
const out = path.resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? at('release'));

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

function refuse(message) {
  console.error(`No release was made. ${message}`);
  process.exit(1);
}

/** Returns the part of the changelog about this version, or about the next one. */
function notes() {
  const sections = read(at('CHANGELOG.md')).split(/^## /m).slice(1);
  const own = sections.find((text) => text.startsWith(version)) ?? sections[0] ?? '';
  return `# Adwarden ${version}\n\nNeeds Node ${dependencies.node} or newer of the same major version.\n\n${own.slice(own.indexOf('\n')).trim()}\n`;
}

/** The workspaces that run. */
const running = ['-w', '@adwarden/contract', '-w', '@adwarden/server'];

/** Installs the packages of the server for one architecture into a folder. */
async function installFor(cpu, folder) {
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(at(file), path.join(folder, file));
  const { workspaces } = JSON.parse(read(at('package.json')));
  for (const place of workspaces) {
    cpSync(at(place, 'package.json'), path.join(folder, place, 'package.json'));
  }
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev'];
  const system = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  await step(
    `Installing the packages for linux ${cpu}`,
    'npm',
    ['ci', ...flags, ...system, ...running],
    {
      cwd: folder,
      env,
    },
  );
}

/** Copies what was built, without the files of earlier builds, which this machine keeps, too. */
function copyBuild(dist, kept, stage) {
  cpSync(at(dist), path.join(stage, dist), { recursive: true });
  const { assets } = stampOf(at(dist));
  const own = new Set([...assets, '.built-from']);
  for (const name of readdirSync(at(dist, kept))) {
    if (!own.has(name)) rmSync(path.join(stage, dist, kept, name));
  }
}

/** The launcher: the start and the commands of the shell, with a Node that is new enough. */
const launcher = read(at('deploy/archive/adwarden'))
  .replaceAll('@NODE@', dependencies.node)
  .replaceAll('@VERSION@', version);

await installWhatIsMissing('all');
if (git('status', '--porcelain') !== '') refuse('There are changes that are not committed.');
// From the release on, the clients of this version never change (ADR 92).
if (!existsSync(at('docs/releases', version, 'clients'))) {
  refuse(`The clients of ${version} are not stored: run npm run store-release.`);
}
await buildWebWhenChanged();
await buildServerWhenChanged();

const work = mkdtempSync(path.join(tmpdir(), 'adwarden-release-'));
try {
  const stage = path.join(work, name);
  mkdirSync(stage);
  for (const file of git('ls-files', '--', ...taken).split('\n')) {
    if (leftOut.test(file)) continue;
    cpSync(at(file), path.join(stage, file), { recursive: true });
  }
  copyBuild('web/dist', 'assets', stage);
  copyBuild('server/dist', '.', stage);
  writeFileSync(path.join(stage, 'commit'), `${git('rev-parse', '--short=10', 'HEAD')}\n`);
  writeFileSync(path.join(stage, 'adwarden'), launcher, { mode: 0o755 });
  const about = {
    name: 'adwarden',
    version,
    description,
    license,
    type: 'module',
    private: true,
    engines: { node: `^${dependencies.node}` },
  };
  writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);

  for (const [index, cpu] of architectures.entries()) {
    const folder = path.join(work, cpu);
    mkdirSync(folder);
    await installFor(cpu, folder);
    // The first one is added as a whole, of the others only the differences.
    const part = index === 0 ? 'node_modules' : 'node_modules/@img';
    cpSync(path.join(folder, part), path.join(stage, part), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  for (const place of ['contract', 'server']) {
    const link = path.join(stage, 'node_modules/@adwarden', place);
    rmSync(link, { recursive: true, force: true });
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(`../../${place}`, link);
  }
  for (const place of ['web', 'e2e', 'bench', 'deploy']) {
    rmSync(path.join(stage, 'node_modules/@adwarden', place), { recursive: true, force: true });
  }

  mkdirSync(out, { recursive: true });
  const archive = `${name}.tar.gz`;
  const sbom = `${name}.cdx.json`;
  const sorted = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rwX,go+rX,go-w',
  ];
  const mtime = `--mtime=@${git('log', '-1', '--format=%ct')}`;
  const file = path.join(out, archive);
  await step(
    'Packing',
    'tar',
    [
      '--create',
      ...sorted,
      mtime,
      '--use-compress-program=gzip -9n',
      `--file=${file}`,
      `--directory=${work}`,
      name,
    ],
    { env },
  );
  const time = new Date(1000 * Number(git('log', '-1', '--format=%ct'))).toISOString();
  writeFileSync(path.join(out, sbom), `${JSON.stringify(sbomOf(stage, about, time), null, 2)}\n`);
  writeFileSync(path.join(out, 'RELEASE-NOTES.md'), notes());
  const sums = [archive, sbom, 'RELEASE-NOTES.md'].map(
    (each) => `${sha256(readFileSync(path.join(out, each)))}  ${each}`,
  );
  writeFileSync(path.join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  console.log(
    `Wrote ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB), ${sbom}, RELEASE-NOTES.md and SHA256SUMS.`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
