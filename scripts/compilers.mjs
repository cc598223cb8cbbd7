import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { env } from './paths.mjs';
import { attempt } from './step.mjs';

/**
 * The compilers of the clients' tests, and the packages of Debian that have them. `files` are of packages that have no program.
 */
const compilers = [
  {
    client: 'java',
    program: 'javac',
    packages: [
      'openjdk-17-jdk-headless',
      'libokhttp-java',
      'proguard-cli',
      'ivy',
      'gradle',
      'maven',
      // Maven's plugins that compile, and the dependencies of one of them.
      'libmaven-compiler-plugin-java',
      'libmaven-resources-plugin-java',
      'junit5',
    ],
    files: [
      '/usr/share/java/okhttp-urlconnection.jar',
      '/usr/share/java/proguard.jar',
      '/usr/share/java/ivy.jar',
      '/usr/bin/gradle',
      '/usr/bin/mvn',
      ...['compiler', 'resources'].map(
        (name) => `/usr/share/maven-repo/org/apache/maven/plugins/maven-${name}-plugin`,
      ),
      '/usr/share/maven-repo/org/junit/junit-bom',
    ],
  },
  {
    client: 'csharp',
    program: 'mcs',
    packages: ['mono-mcs', 'mono-runtime'],
  },
  // It makes the Debian in which Swift compiles.
  { client: 'swift', program: 'mmdebstrap', packages: ['mmdebstrap'] },
];

/** Installs the missing compilers of the clients from Debian, as root only. Prints which clients still lack some. */
export async function installCompilersWhenMissing() {
  const missing = compilers.filter(isMissing);
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
    await attempt('Looking up Debian’s packages', 'apt-get', ['update', '-qq'], options);
    for (const { program, packages } of missing) {
      const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
      await attempt(`Installing Debian’s ${program}`, 'apt-get', install, options);
    }
  }
  for (const { client, packages } of compilers.filter(isMissing)) {
    console.log(
      `Some of ${packages.join(', ')} are missing: tests of clients/${client} may fail or be skipped`,
    );
  }
}

function isMissing({ program, files = [] }) {
  const isThere = spawnSync(program, ['--version'], { env }).error === undefined;
  return !isThere || !files.every((file) => existsSync(file));
}
