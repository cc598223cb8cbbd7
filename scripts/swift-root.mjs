import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { env } from './paths.mjs';
import { attempt } from './step.mjs';

/**
 * The packages with Swift's compiler, and with everything that linking a program needs. `unzip` unpacks packages of a registry.
 */
const packages = [
  'swiftlang',
  'unzip',
  'ca-certificates',
  'libc6-dev',
  'libstdc++-13-dev',
  'libgcc-13-dev',
];
/** The usual place: outside the repository, so that each clone finds it. 2.6 GB. */
const usual = '/var/tmp/adwarden-swift-root';
/** The compiler itself: /usr/bin/swift is a link that leads nowhere from outside. */
const compiler = 'usr/libexec/swift/bin/swift';

/**
 * Finds the folder of a Debian 13 with Swift's compiler, in which the tests of clients/swift compile: that of SWIFT_ROOT, or one
 * that this makes, as root. Undefined when there is none; then it has said why, and these tests are skipped.
 */
export async function findOrMakeSwiftRoot() {
  const found = [process.env.SWIFT_ROOT, usual].find(
    (folder) => folder && existsSync(`${folder}/${compiler}`),
  );
  if (found) return found;
  const obstacle = findObstacle();
  if (obstacle) {
    console.log(`There is no Swift, and none can be made (${obstacle}): its tests are skipped`);
    return undefined;
  }
  const unfinished = `${usual}.${process.pid}`;
  const options = ['--variant=apt', `--include=${packages.join(',')}`];
  const args = [...options, 'trixie', unfinished, mirror()];
  await attempt('Making a Debian 13 with Swift', 'mmdebstrap', args, { env });
  if (!existsSync(`${unfinished}/${compiler}`)) {
    rmSync(unfinished, { recursive: true, force: true });
    return undefined;
  }
  renameSync(unfinished, usual);
  return usual;
}

/** Explains why the root cannot be made here; null when it can. */
function findObstacle() {
  if (process.getuid?.() !== 0) return 'only root can make a Debian in a folder';
  if (fails('mmdebstrap')) return 'there is no mmdebstrap';
  if (fails('apt-get') || !mirror()) return 'apt knows no mirror of Debian';
  return null;
}

function fails(program) {
  return spawnSync(program, ['--version']).error !== undefined;
}

/** Returns the address from which apt of this machine gets Debian's packages. */
function mirror() {
  const targets = ['indextargets', '--format', '$(ORIGIN) $(LABEL) $(CREATED_BY) $(REPO_URI)'];
  const list = execFileSync('apt-get', targets, { encoding: 'utf8' });
  return /^Debian Debian Packages (\S+)$/m.exec(list)?.[1];
}
