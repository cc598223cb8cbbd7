import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
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
import { clientNamed } from './clients.ts';
import { conform } from './conform.ts';
import { optionsOf } from './play.ts';
import { startRunner } from './runner.ts';
import { on } from './scenario.ts';
import { certificateFor, openSecure } from './secure.ts';
import { openWorld } from './world.ts';

const client = clientNamed('csharp');
conform(client);

const csharp = fileURLToPath(new URL('../csharp', import.meta.url));
const filesIn = (folder: string) =>
  globSync('*.cs', { cwd: join(csharp, folder) }).map((file) => join(csharp, folder, file));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adwarden-csharp-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program and returns what it printed; throws with that when it fails. */
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', timeout: 170_000 });

/** Compiles the client together with `more`. Returns the file. */
function compile(name: string, more: string[], ...options: string[]): string {
  const out = join(folder, name);
  const strict = ['-langversion:7.2', '-warn:4', '-warnaserror'];
  run('mcs', ...strict, ...options, `-out:${out}`, ...filesIn('src'), ...more);
  return out;
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('the library has at most 1.1 times its size in 0.3.2', () => {
  const library = compile('adwarden.dll', [], '-target:library');
  expect(statSync(library).size).toBeLessThanOrEqual(47_872);
});

test('the code of the README compiles as it is', () => {
  const readme = readFileSync(join(csharp, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```csharp\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  expect(blocks).toHaveLength(3);
  const files = blocks.map((code, index) => {
    const isFile = code.startsWith('using ');
    return write(`${index}.cs`, isFile ? code : `using Adwarden; class T { void A() {\n${code}} }`);
  });
  // The README's text shows these as single lines.
  const text = `using Adwarden; using UnityEngine; class Lines {
    async void A(AdwardenOptions options, TextAsset defaults) {
      options.Defaults = defaults.text;
      if (!await Ads.Client.WhenReady(1000)) Debug.Log(Ads.Client.Status.Failure.Message);
      await Ads.Client.Refresh();
    }
  }`;
  const more = [...files, write('lines.cs', text), ...filesIn('conformance/unity')];
  compile('readme.dll', more, '-target:library');
});

test('the fake client has what a test sets, and raises Changed', () => {
  const program = write(
    'fake.cs',
    `using System; using Adwarden; static class Fake { static void Main() {
      var ads = new FakeAdwarden();
      AdwardenClient client = ads;
      client.Changed += () => Console.Write(client.AdUnit(Slot.Banner1) ?? "none");
      ads.Set(values => values.Units[Slot.Banner1] = "a unit, ");
      ads.Set(values => { values.AdsStatus = OnOff.Off; values.Reason = ", paused"; });
      Console.Write(client.Reason + ", " + client.WhenReady(1).Result + ", " + client.Status);
    } }`,
  );
  const printed = run('mono', compile('fake.exe', [program]));
  expect(printed).toBe('a unit, none, paused, True, Answered');
});

test('a handler that is added while the others are called is called once', async () => {
  const world = await openWorld();
  const place = await world.place();
  // After the refusal, the client logs a line and then calls the handlers. The app adds its handler during the log.
  const program = write(
    'late.cs',
    `using System; using System.Threading; using Adwarden; static class Late { static void Main(string[] given) {
      var calls = new CountdownEvent(2);
      var isLogging = new ManualResetEventSlim();
      var isAdded = new ManualResetEventSlim();
      var options = new AdwardenOptions(given[0], given[1], "a wrong token");
      options.Log = line => { isLogging.Set(); isAdded.Wait(); };
      var client = AdwardenClient.Start(options);
      isLogging.Wait();
      client.Changed += () => calls.Signal();
      isAdded.Set();
      client.Refresh().Wait();
      Console.Write(client.Reason + ", called twice: " + calls.Wait(1000));
    } }`,
  );
  try {
    const late = compile('late.exe', [program]);
    const { stdout } = await promisify(execFile)('mono', [late, place.address, place.appID], {
      timeout: 170_000,
    });
    expect(stdout).toBe('unauthorized, called twice: False');
  } finally {
    await world.close();
  }
});

/** Makes a folder of settings for mono. With XDG_CONFIG_HOME set to it, mono trusts the certificate. */
function trusting(certificate: string): string {
  const settings = join(folder, 'trusting');
  const store = join(settings, '.mono/new-certs/Trust');
  mkdirSync(store, { recursive: true });
  const hash = run('openssl', 'x509', '-hash', '-noout', '-in', certificate).trim();
  copyFileSync(certificate, join(store, `${hash}.0`));
  return settings;
}

test('with TLS, and a busy thread pool: an answer; a wrong certificate is none', async () => {
  const world = await openWorld();
  const place = await world.place();
  const certificate = certificateFor('localhost', folder);
  const secure = await openSecure(place.address, certificate);
  const [env = '', ...command] = ['env', ...client.prepare(join(folder, 'runner'))];
  const runner = startRunner([env, `XDG_CONFIG_HOME=${trusting(certificate.file)}`, ...command]);
  const other = startRunner([env, `XDG_CONFIG_HOME=${folder}`, ...command]);
  try {
    await runner.tell('pool', 'busy');
    for (const address of ['{address}', secure.address]) {
      await runner.tell('open', 'p', ...(await optionsOf(place, { address })));
      expect(await runner.tell('ready', 'p', 50_000)).toEqual({ ready: true });
      await runner.tell('advance', 37_000);
      expect(await runner.tell('read', 'p')).toMatchObject({ ...on, cause: null });
      await runner.tell('close', 'p');
    }
    expect(place.lane.seen.length).toBe(4);
    expect(secure.connections.size).toBe(1);

    await other.tell('jump', 60_000); // the stored answer is no longer fresh
    await other.tell('open', 'p', ...(await optionsOf(place, { address: secure.address })));
    await other.tell('settle');
    const { cause, message } = await other.tell('read', 'p');
    expect({ cause, message }).toEqual({
      cause: 'no-answer',
      message: expect.stringContaining('CERTIFICATE'),
    });
  } finally {
    runner.kill();
    other.kill();
    secure.close();
    await world.close();
  }
});
