import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { at, env } from './paths.mjs';

const programs = ['buildah', 'podman', 'runc', 'mmdebstrap', 'unshare', 'ip'];

/** Returns the reason why containers cannot run on this machine; '' if they can. */
export function noContainersBecause() {
  if (process.platform !== 'linux' || process.getuid() !== 0) {
    return 'containers are tested on Linux, as root';
  }
  const missing = programs.filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`], { env }).status !== 0,
  );
  if (missing.length) return `not installed: ${missing.join(', ')}`;
  const inside = spawnSync('unshare', [...namespaces, '--net', 'true'], { encoding: 'utf8' });
  return inside.status === 0 ? '' : `no namespaces: ${inside.stderr.trim()}`;
}

// When the first process in the namespaces ends, all others end too, and all mounts and networks disappear.
const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];

// podman stores the addresses of its containers in /run, so this run needs its own, without those of earlier runs.
const ownNetwork =
  'mkdir -p /run/containers && mount -t tmpfs none /run/containers && ip link set lo up || exit';

/**
 * Returns a command that runs `command` in its own namespaces, for at most `minutes`. `network: 'none'`: without this machine's
 * network.
 */
export function inNamespaces({ network, minutes }, command) {
  const first = network === 'none' ? `${ownNetwork}; "$@"; exit $?` : '"$@"; exit $?';
  const bound = ['--kill-after=20', `${minutes}m`];
  const own = [...namespaces, ...(network === 'none' ? ['--net'] : [])];
  return ['timeout', [...bound, 'unshare', ...own, 'sh', '-c', first, 'sh', ...command]];
}

/**
 * Makes a temporary folder for all files of buildah and podman; returns the settings that point to it, and a function to remove
 * it.
 */
export function containerStore() {
  const folder = mkdtempSync(path.join(tmpdir(), 'adwarden-containers-'));
  chmodSync(folder, 0o755); // apt downloads as another user
  const below = (name) => path.join(folder, name);
  for (const name of ['images', 'run', 'temporary', 'networks', 'files']) mkdirSync(below(name));
  writeFileSync(
    below('storage.conf'),
    `[storage]
driver = "${overlayWorks(folder) ? 'overlay' : 'vfs'}"
graphroot = "${below('images')}"
runroot = "${below('run')}"
`,
  );
  writeFileSync(
    below('containers.conf'),
    `[containers]
log_driver = "k8s-file"
[network]
network_config_dir = "${below('networks')}"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "${below('temporary')}"
image_copy_tmp_dir = "${below('temporary')}"
`,
  );
  return {
    files: below('files'),
    settings: {
      TMPDIR: below('files'),
      CONTAINERS_STORAGE_CONF: below('storage.conf'),
      CONTAINERS_CONF: below('containers.conf'),
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
      removeControlGroups();
    },
  };
}

/** Returns the folder of the npm that started this script, or of the first npm in PATH. */
export function folderOfNpm() {
  const found = spawnSync('sh', ['-c', 'command -v npm'], { env, encoding: 'utf8' }).stdout.trim();
  const script = process.env.npm_execpath;
  return path.join(realpathSync(script?.endsWith('npm-cli.js') ? script : found), '../..');
}

export const makeImages = at('deploy/test/containers/images/make.sh');

/** Tells whether overlay mounts work in this folder. They do not on top of another overlay, as in a container. */
function overlayWorks(folder) {
  const script = `mkdir "$0/lower" "$0/upper" "$0/work" "$0/all" &&
    mount -t overlay overlay -o "lowerdir=$0/lower,upperdir=$0/upper,workdir=$0/work" "$0/all"`;
  return spawnSync('unshare', [...namespaces, 'sh', '-c', script, folder]).status === 0;
}

/** Removes the empty control groups that podman leaves behind; those in use by other containers stay. */
function removeControlGroups() {
  const hierarchies = '/sys/fs/cgroup';
  if (!existsSync(hierarchies)) return;
  for (const name of ['', ...foldersIn(hierarchies)]) {
    const parent = path.join(hierarchies, name, 'libpod_parent');
    if (existsSync(parent)) removeEmptyGroups(parent);
  }
}

function removeEmptyGroups(group) {
  for (const name of foldersIn(group)) removeEmptyGroups(path.join(group, name));
  try {
    rmdirSync(group);
  } catch {
    // it is in use
  }
}

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
