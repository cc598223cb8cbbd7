import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { openBackOffice } from '../../deploy/test/back-office.ts';
import { node } from '../../deploy/test/node.ts';

/* ProGuard shrinks, optimizes and renames an app, as in a release build for Android. It gets no rule for the client. */

const run = promisify(execFile);
const java = fileURLToPath(new URL('../java', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'adwarden-proguard-'));
const server = await node(join(folder, 'data'));
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const program = (address: string, appID: string, token: string) => `import adwarden.*;
public final class App {
  public static void main(String[] args) throws Exception {
    Adwarden ads = Adwarden.start(new Options("${address}", "${appID}", "${token}"));
    java.util.concurrent.CountDownLatch done = new java.util.concurrent.CountDownLatch(1);
    ads.whenReady(90_000, isAnswered -> done.countDown());
    done.await();
    System.out.println(ads.adsStatus() + " " + ads.adUnit(Slot.BANNER_1) + " " + ads.status().state);
    ads.close();
  }
}
`;

/** The classes of Java 8, from what the JDK keeps for its compiler. This ProGuard cannot read newer ones. */
async function classesOfJava8(): Promise<Uint8Array> {
  const { stderr } = await run('java', ['-XshowSettings:properties', '-version']);
  const home = /java\.home = (.+)/.exec(stderr)?.[1] ?? '';
  const signatures = unzipSync(readFileSync(join(home, 'lib/ct.sym')), {
    filter: ({ name }) => /^\w*8\w*\/java\.base\/.*\.sig$/.test(name),
  });
  for (const bytes of Object.values(signatures)) bytes.set([0, 52], 6); // the version of Java 8
  const classes = Object.entries(signatures).map(([name, bytes]) => [
    name.replace(/^\w+\/java\.base\//, '').replace('.sig', '.class'),
    bytes,
  ]);
  return zipSync(Object.fromEntries(classes), { level: 0 });
}

test('the client works as before, and is smaller', async () => {
  mkdirSync(join(folder, 'data'));
  await server.start();
  const { appID, path } = await (await openBackOffice(server.port)).addApp();
  const token = new URLSearchParams(path.split('?')[1]).get('authToken') ?? '';
  writeFileSync(join(folder, 'App.java'), program(`http://127.0.0.1:${server.port}`, appID, token));
  const classes = join(folder, 'classes');
  const sources = globSync(join(java, 'src/**/*.java'));
  await run('javac', [
    '--release',
    '8',
    '-Xlint:-options',
    '-encoding',
    'UTF-8',
    '-d',
    classes,
    ...sources,
    join(folder, 'App.java'),
  ]);
  writeFileSync(join(folder, 'java8.jar'), await classesOfJava8());
  const shrunk = join(folder, 'app.jar');
  await run('java', [
    '-jar',
    '/usr/share/java/proguard.jar',
    '-injars',
    classes,
    '-outjars',
    shrunk,
    '-libraryjars',
    join(folder, 'java8.jar'),
    // The client looks Android's classes up by name. They are not here.
    '-dontwarn',
    'android.**',
    '-dontnote',
    '-keep',
    'public class App { public static void main(java.lang.String[]); }',
  ]);
  const kept = Object.keys(unzipSync(readFileSync(shrunk)));
  expect(
    kept.filter((name) => name.startsWith('adwarden/')),
    'nothing keeps its name',
  ).toEqual([]);
  const { stdout } = await run('java', ['-cp', shrunk, 'App']);
  expect(stdout).toMatch(/^ON ca-app-pub-\S+ answered\n$/);
});
