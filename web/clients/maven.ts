import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { type Files, packedAt, root } from './files.ts';
import { isUnreleased, type Packages } from './releases.ts';

const artifact = 'adwarden-client';
const path = `maven/adwarden/${artifact}`;
/** The source folders of the client. What Android has comes from stubs, which are not packed; other JVMs copy `jvm`. */
const parts = ['src', 'android'];
const stubs = 'conformance/android';

/** A compiler that hangs must not hold up the start. A normal one takes 3 s. */
const timeout = 120_000;

const hasJavaCompiler = (): boolean => spawnSync('javac', ['-version'], { timeout }).status === 0;

/** Two builds of the same sources are the same package, whatever compiler made the classes. */
export const decidesJava = (name: string): boolean => name.endsWith('-sources.jar');

/**
 * The jars of the Java client by the ends of their names: the classes, those for tests of an app, sources, documentation.
 * Null without a Java compiler, and where the compiler fails; then `warn` is told why.
 */
export function javaJars(warn: (message: string) => void): Files | null {
  if (!hasJavaCompiler()) return null;
  try {
    return compiledJars();
  } catch (error) {
    warn(
      'The Java compiler of this machine cannot build the Java client, so /clients has that of releases only. ' +
        `Everything else works. ${error instanceof Error ? error.message : error}`,
    );
    return null;
  }
}

function compiledJars(): Files {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-java-'));
  try {
    // A JDK cannot name a file below a folder whose name the locale has no letters for. So it gets copies, by short paths.
    for (const part of [...parts, stubs]) {
      cpSync(join(root, 'clients/java', part), join(folder, part), { recursive: true });
    }
    const compile = (tool: string, args: string[]) => runIn(folder, tool, args);
    const sources = parts.flatMap((part) => globSync(`${part}/**/*.java`, { cwd: folder })).sort();
    const stubFiles = globSync(`${stubs}/**/*.java`, { cwd: folder });
    // Names of lines are a tenth of the jar, and R8 takes them out of an app in any case.
    compile('javac', ['--release', '8', '-g:none', '-d', 'classes', ...sources, ...stubFiles]);
    const quiet = ['-quiet', '-notimestamp', '-Xdoclint:none', '--release', '8'];
    compile('javadoc', [...quiet, '-d', 'docs', ...sources, ...stubFiles]);
    const isForTests = (name: string) => name.includes('FakeAdwarden');
    const isOwn = (name: string) => name.startsWith('adwarden/') && !isForTests(name);
    const classes = join(folder, 'classes');
    return new Map([
      ['.jar', jarOf(filesBelow(classes, isOwn))],
      ['-testing.jar', jarOf(filesBelow(classes, isForTests))],
      ['-sources.jar', jarOf(sourcesOf(folder, sources))],
      ['-javadoc.jar', jarOf(filesBelow(join(folder, 'docs'), () => true))],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runIn(cwd: string, tool: string, args: string[]): void {
  // The locale that can name every folder, for a machine whose temporary folder has letters beyond ASCII.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const ran = spawnSync(tool, ['-encoding', 'UTF-8', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    timeout,
  });
  if (ran.status === 0) return;
  const said = (ran.stderr ?? '').replace(/\s+/g, ' ').trim().slice(0, 500);
  throw new Error(`${tool}: ${ran.error?.message ?? (said || `ended by ${ran.signal}`)}`);
}

function filesBelow(folder: string, isWanted: (name: string) => boolean): Files {
  const names = globSync('**/*.*', { cwd: folder }).filter(isWanted).sort();
  if (names.length === 0) throw new Error('It ended without an error, and wrote nothing.');
  return new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Each source below its package, which is what a debugger looks for. */
const sourcesOf = (folder: string, names: string[]): Files =>
  new Map(
    names.map((name) => [
      `adwarden/${name.replace(/^.*\//, '')}`,
      readFileSync(join(folder, name)),
    ]),
  );

const manifest = 'Manifest-Version: 1.0\r\nAutomatic-Module-Name: adwarden\r\n\r\n';

const jarOf = (files: Files): Uint8Array =>
  zipSync(Object.fromEntries([['META-INF/MANIFEST.MF', strToU8(manifest)] as const, ...files]), {
    mtime: packedAt,
    level: 9,
  });

/** The Java client as a package of Maven. */
export function mavenPackage(jars: Files, version: string): Files {
  const name = `${path}/${version}/${artifact}-${version}`;
  const files = [...jars].map(([ending, jar]) => [name + ending, jar] as const);
  return new Map([...files, [`${name}.pom`, strToU8(pomOf(version))]]);
}

/** The other files of a Maven repository: the list of versions, and a checksum of each file. */
export function mavenRepository(packages: Packages): Files {
  const files = [...packages.values()].flatMap((each) =>
    [...each].filter(([name]) => name.startsWith(path)),
  );
  const versions = new Set(files.map(([name]) => name.split('/').at(-2) ?? ''));
  const list = [`${path}/maven-metadata.xml`, strToU8(metadataOf([...versions]))] as const;
  return new Map([list, ...checksumsOf([...files, list])]);
}

const pomOf = (version: string) => `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>adwarden</groupId>
  <artifactId>${artifact}</artifactId>
  <version>${version}</version>
  <name>Adwarden</name>
  <description>The ads of an Adwarden server, on Android and any JVM</description>
  <licenses><license><name>MIT</name></license></licenses>
</project>
`;

/** The oldest of these versions is the last, and the newest release is the one to take. */
const metadataOf = (versions: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>adwarden</groupId>
  <artifactId>${artifact}</artifactId>
  <versioning>
    <latest>${versions[0]}</latest>
    <release>${versions.find((version) => !isUnreleased(version)) ?? versions[0]}</release>
    <versions>${versions
      .toReversed()
      .map((version) => `<version>${version}</version>`)
      .join('')}</versions>
  </versioning>
</metadata>
`;

/** Maven asks for a checksum of each file. */
const checksumsOf = (files: (readonly [string, Uint8Array])[]) =>
  files.flatMap(([name, bytes]) =>
    ['md5', 'sha1', 'sha256', 'sha512'].map(
      (kind) => [`${name}.${kind}`, strToU8(createHash(kind).update(bytes).digest('hex'))] as const,
    ),
  );
