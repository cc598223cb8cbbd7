// `node scripts/swift-root.mjs FOLDER`: makes a Debian 13 with Swift's compiler in a folder (2.5 GB), as root. The tests of
// clients/swift compile in it when SWIFT_ROOT names the folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { env } from './paths.mjs';
import { step } from './step.mjs';

const packages = ['swiftlang', 'ca-certificates', 'libc6-dev', 'libstdc++-13-dev', 'libgcc-13-dev'];

const [folder] = process.argv.slice(2);
const obstacle = findObstacle();
if (obstacle) {
  console.error(obstacle);
  process.exit(1);
}
const options = ['--variant=apt', `--include=${packages.join(',')}`];
const args = [...options, 'trixie', folder, mirror()];
await step('Making a Debian 13 with Swift', 'mmdebstrap', args, { env });

/** Why the root cannot be made here; null when it can. */
function findObstacle() {
  if (!folder) return 'Name the folder to make: node scripts/swift-root.mjs FOLDER';
  if (process.getuid?.() !== 0) return 'Only root can make a Debian in a folder';
  if (fails('mmdebstrap')) return 'There is no mmdebstrap. On Debian: apt-get install mmdebstrap';
  return fails('apt-get') || !mirror() ? 'Here is no apt that knows a mirror of Debian' : null;
}

function fails(program) {
  return spawnSync(program, ['--version']).error !== undefined;
}

/** Where apt of this machine gets Debian's packages from. */
function mirror() {
  const targets = ['indextargets', '--format', '$(ORIGIN) $(LABEL) $(CREATED_BY) $(REPO_URI)'];
  const list = execFileSync('apt-get', targets, { encoding: 'utf8' });
  return /^Debian Debian Packages (\S+)$/m.exec(list)?.[1];
}
