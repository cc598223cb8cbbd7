import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { type Files, packedAt, root, version } from './files.ts';

const artifact = 'adwarden-client';
const folder = `maven/adwarden/${artifact}`;
const java = join(root, 'clients/java');
/** The source folders of the client. What Android has comes from stubs, which are not packed; other JVMs copy `jvm`. */
const parts = ['src', 'android'];
const stubs = 'conformance/android';

/** Whether this machine can compile Java. Without it, a build has no Maven repository. */
export const hasJavaCompiler = (): boolean => spawnSync('javac', ['-version']).status === 0;

/**
 * The Java client as a repository of Maven: the classes, those for tests of an app, sources, documentation, and what Maven
 * says of them.
 */
export function mavenRepository(): Files {
  const out = mkdtempSync(join(tmpdir(), 'adwarden-java-'));
  try {
    const sources = parts.flatMap((part) => globSync(`${part}/**/*.java`, { cwd: java })).sort();
    const stubFiles = globSync(`${stubs}/**/*.java`, { cwd: java });
    const classes = join(out, 'classes');
    const docs = join(out, 'docs');
    // Names of lines are a tenth of the jar, and R8 takes them out of an app in any case.
    compile('javac', ['--release', '8', '-g:none', '-d', classes, ...sources, ...stubFiles]);
    const quiet = ['-quiet', '-notimestamp', '-Xdoclint:none', '--release', '8'];
    compile('javadoc', [...quiet, '-d', docs, ...sources, ...stubFiles]);
    const isForTests = (name: string) => name.includes('FakeAdwarden');
    const isOwn = (name: string) => name.startsWith('adwarden/') && !isForTests(name);
    const name = `${folder}/${version}/${artifact}-${version}`;
    return withChecksums(
      new Map([
        [`${name}.jar`, jarOf(filesBelow(classes, isOwn))],
        [`${name}-testing.jar`, jarOf(filesBelow(classes, isForTests))],
        [`${name}-sources.jar`, jarOf(sourcesOf(sources))],
        [`${name}-javadoc.jar`, jarOf(filesBelow(docs, () => true))],
        [`${name}.pom`, strToU8(pom)],
        [`${folder}/maven-metadata.xml`, strToU8(metadata)],
      ]),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function compile(tool: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(tool, ['-encoding', 'UTF-8', ...args], {
    cwd: java,
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`${tool}: ${error ?? stderr}`);
}

function filesBelow(path: string, isWanted: (name: string) => boolean): Files {
  const names = globSync('**/*.*', { cwd: path }).filter(isWanted).sort();
  return new Map(names.map((name) => [name, readFileSync(join(path, name))]));
}

/** Each source below its package, which is what a debugger looks for. */
const sourcesOf = (paths: string[]): Files =>
  new Map(
    paths.map((path) => [`adwarden/${path.replace(/^.*\//, '')}`, readFileSync(join(java, path))]),
  );

const manifest = 'Manifest-Version: 1.0\r\nAutomatic-Module-Name: adwarden\r\n\r\n';

const jarOf = (files: Files): Uint8Array =>
  zipSync(Object.fromEntries([['META-INF/MANIFEST.MF', strToU8(manifest)] as const, ...files]), {
    mtime: packedAt,
    level: 9,
  });

const pom = `<?xml version="1.0" encoding="UTF-8"?>
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

const metadata = `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>adwarden</groupId>
  <artifactId>${artifact}</artifactId>
  <versioning>
    <latest>${version}</latest>
    <release>${version}</release>
    <versions><version>${version}</version></versions>
  </versioning>
</metadata>
`;

/** Maven asks for a checksum of each file. */
function withChecksums(files: Files): Files {
  const all = new Map(files);
  for (const [name, bytes] of files) {
    for (const kind of ['md5', 'sha1', 'sha256', 'sha512']) {
      all.set(`${name}.${kind}`, strToU8(createHash(kind).update(bytes).digest('hex')));
    }
  }
  return all;
}
