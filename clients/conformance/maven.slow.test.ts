import { execFile } from 'node:child_process';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Node, node } from '../../deploy/test/node.ts';
import { version } from '../typescript/version.ts';

/* Debian's Gradle, Maven and Ivy take the client from the repository of a server, with empty caches. */

const run = promisify(execFile);
const ivy = '/usr/share/java/ivy.jar';
const folder = mkdtempSync(join(tmpdir(), 'adwarden-maven-'));
const libraries = join(folder, 'libraries');
let server: Node;
let repository = '';
/** The versions in the repository. The newest is the last: what these sources make. */
let versions: string[] = [];

beforeAll(async () => {
  mkdirSync(join(folder, 'data'));
  server = await node(join(folder, 'data'));
  await server.start();
  repository = `http://127.0.0.1:${server.port}/clients/maven/`;
  const list = await fetch(`${repository}adwarden/adwarden-client/maven-metadata.xml`);
  versions = [...(await list.text()).matchAll(/<version>(.*?)<\/version>/g)].map(
    ([, name = '']) => name,
  );
  writeFileSync(
    join(folder, 'settings.xml'),
    `<ivysettings>
  <settings defaultResolver="adwarden"/>
  <caches defaultCacheDir="${join(folder, 'cache')}"/>
  <resolvers><ibiblio name="adwarden" m2compatible="true" root="${repository}" checksums="sha1,md5"/></resolvers>
</ivysettings>
`,
  );
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Fetches an artifact into `libraries`. Rejects with what Ivy printed. */
const fetchWithIvy = (name: string, wanted: string) =>
  run('java', [
    '-jar',
    ivy,
    '-settings',
    join(folder, 'settings.xml'),
    '-dependency',
    'adwarden',
    name,
    wanted,
    '-retrieve',
    join(libraries, '[artifact]-[revision](-[classifier]).[ext]'),
  ]).catch((error) => {
    throw new Error(error.stdout);
  });

/** Compiles a program with these jars, and resolves with what it prints. `main` is the code of its main method. */
async function runProgram(name: string, main: string, jars: string): Promise<string> {
  const program = join(folder, `${name}.java`);
  const method = `public static void main(String[] args) {\n${main}\n}`;
  writeFileSync(program, `import adwarden.*;\npublic final class ${name} { ${method} }\n`);
  await run('javac', ['--release', '8', '-Xlint:-options', '-cp', jars, '-d', folder, program]);
  const { stdout } = await run('java', ['-cp', `${jars}:${folder}`, name]);
  return stdout;
}

/** Makes a project of an app and its test, and builds it with its tool. Throws what the tool printed. */
async function build(tool: string, file: string, text: string, command: string[]): Promise<void> {
  const project = join(folder, tool);
  for (const [part, code] of Object.entries(sources)) {
    const place = join(project, 'src', part, 'java');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${part === 'main' ? 'Started' : 'StartedTest'}.java`), code);
  }
  writeFileSync(join(project, file), text);
  const env = { ...process.env, GRADLE_USER_HOME: join(folder, 'gradle-home') };
  await run(tool, command, { cwd: project, env, timeout: 170_000 }).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
}

const sources = {
  main: `import adwarden.*;
public final class Started {
  public static void main(String[] args) {
    Adwarden ads = Adwarden.start(new Options("http://127.0.0.1:1", "a", "t"));
    System.out.println(Adwarden.VERSION + " " + ads.reason());
    ads.close();
  }
}
`,
  test: 'public final class StartedTest { adwarden.Adwarden ads = new adwarden.FakeAdwarden(); }\n',
};

/** The README's lines for a tool, but with the given version and the address of this server. */
function linesOfReadme(language: string, newest: string | null): string {
  const readme = readFileSync(new URL('../java/README.md', import.meta.url), 'utf8');
  const [, lines = ''] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readme) ?? [];
  return lines
    .replaceAll(/\b\d+\.\d+\.\d+\b/g, (version) => newest ?? version)
    .replaceAll('https://adwarden.example.com/clients/maven/', repository);
}

/** Runs the built app with a jar that its tool has fetched, and returns what it prints. */
async function runBuilt(classes: string, jars: string): Promise<string> {
  const [jar = ''] = globSync(join(folder, jars));
  const { stdout } = await run('java', ['-cp', `${join(folder, classes)}:${jar}`, 'Started']);
  return stdout;
}

const newestRelease = () => versions.filter((each) => !each.includes('-')).at(-1);

test.each([
  ['the version of the README', null],
  ['the newest release', 'latest.release'],
])('Gradle builds an app and its test, with %s', async (name, newest) => {
  const file = `plugins { id 'java' }\n${linesOfReadme('gradle', newest)}`;
  const command = ['--no-daemon', '--quiet', 'testClasses'];
  await build('gradle', 'build.gradle', file, command);
  const jars = `gradle-home/caches/**/adwarden-client-${newestRelease()}.jar`;
  expect(await runBuilt('gradle/build/classes/java/main', jars), name).toBe(
    `${newestRelease()} no-answer\n`,
  );
});

test.each([
  ['the version of the README', null],
  ['the newest release', 'RELEASE'],
])('Maven builds an app and its test, with %s', async (name, newest) => {
  const settings = join(folder, 'maven-settings.xml');
  writeFileSync(
    settings,
    `<settings>
  <localRepository>${join(folder, 'maven-home')}</localRepository>
  <mirrors>
    <!-- Debian's plugins instead of those of the internet. -->
    <mirror><id>debian</id><mirrorOf>central</mirrorOf><url>file:///usr/share/maven-repo</url></mirror>
  </mirrors>
</settings>
`,
  );
  const lines = linesOfReadme('xml', newest)
    // A file without a checksum, or with another one, ends the build. Without this it is a warning.
    .replace('</url>', '</url><releases><checksumPolicy>fail</checksumPolicy></releases>');
  const file = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>an</groupId>
  <artifactId>app</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>8</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  ${lines}
</project>
`;
  await build('mvn', 'pom.xml', file, ['-B', '-q', '-s', settings, 'test-compile']);
  const jars = `maven-home/adwarden/**/adwarden-client-${newestRelease()}.jar`;
  expect(await runBuilt('mvn/target/classes', jars), name).toBe(`${newestRelease()} no-answer\n`);
});

test('the client is fetched by its newest version, with checksums, and an app compiles and runs with it', async () => {
  await fetchWithIvy('adwarden-client', 'latest.release');
  expect(readdirSync(libraries)).toContain(`adwarden-client-${versions.at(-1)}.jar`);
  const jar = join(libraries, `adwarden-client-${versions.at(-1)}.jar`);
  expect(statSync(jar).size, 'bytes of the jar').toBeLessThanOrEqual(34_246);
  const main = `Adwarden ads = Adwarden.start(new Options("http://127.0.0.1:1", "a", "t"));
    System.out.println(Adwarden.VERSION + " " + ads.adUnit(Slot.BANNER_1) + " " + ads.reason());
    ads.close();`;
  expect(await runProgram('App', main, jar)).toBe(`${version} null no-answer\n`);
});

test('an older release is there as it was', async () => {
  const [oldest = ''] = versions;
  await fetchWithIvy('adwarden-client', oldest);
  const jar = `adwarden-client-${oldest}.jar`;
  const file = fileURLToPath(
    new URL(
      `../../docs/releases/${oldest}/clients/maven/adwarden/adwarden-client/${oldest}/${jar}`,
      import.meta.url,
    ),
  );
  expect(readFileSync(join(libraries, jar)).equals(readFileSync(file))).toBe(true);
  const main = 'System.out.println(Adwarden.VERSION);';
  expect(await runProgram('Older', main, join(libraries, jar))).toBe(`${oldest}\n`);
});

test('a test of an app has the client for tests from a jar of its own', async () => {
  const newest = versions.at(-1);
  const name = `adwarden-client-${newest}`;
  const jar = join(libraries, `${name}.jar`);
  const fake = join(folder, 'fake.jar');
  const place = `${repository}adwarden/adwarden-client/${newest}`;
  const answer = await fetch(`${place}/${name}-testing.jar`);
  writeFileSync(fake, Buffer.from(await answer.arrayBuffer()));
  const main = `FakeAdwarden fake = new FakeAdwarden();
    fake.setAdUnit(Slot.BANNER_1, "unit");
    Adwarden ads = fake;
    System.out.println(ads.adUnit(Slot.BANNER_1) + " " + ads.adsStatus());`;
  expect(await runProgram('Test', main, `${jar}:${fake}`)).toBe('unit ON\n');
  await expect(runProgram('Test', main, jar)).rejects.toThrow('FakeAdwarden');
});

test('sources, documentation and what Maven asks beside them are there, and never change', async () => {
  expect(versions.length).toBeGreaterThan(1);
  for (const each of versions) {
    const name = `${repository}adwarden/adwarden-client/${each}/adwarden-client-${each}`;
    for (const ending of ['.pom', '-sources.jar', '-javadoc.jar', '.jar.sha1', '.pom.md5']) {
      const answer = await fetch(name + ending);
      expect(answer.status, each + ending).toBe(200);
      expect(answer.headers.get('cache-control'), each + ending).toContain('immutable');
    }
  }
});

test('what is not there is a 404 that Maven understands', async () => {
  await expect(fetchWithIvy('other', '1.0')).rejects.toThrow(/not found/i);
  const answer = await fetch(`${repository}adwarden/other/1.0/other-1.0.pom`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-type')).toContain('text/plain');
});
