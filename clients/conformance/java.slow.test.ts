import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeNewerAway } from './android-api.ts';
import { clientNamed } from './clients.ts';
import { conform } from './conform.ts';
import { optionsOf } from './play.ts';
import { startRunner } from './runner.ts';
import { type Network, nothing, on } from './scenario.ts';
import { certificateFor, openSecure } from './secure.ts';
import { openWorld } from './world.ts';

const client = clientNamed('java');
conform(client);

/** Arguments with which a JVM trusts these certificates. */
function trustStore(folder: string, certificates: string[]): string[] {
  const [store, password] = [join(folder, 'trusted'), 'changeit'];
  for (const file of certificates) {
    const into = ['-keystore', store, '-storepass', password, '-noprompt', '-trustcacerts'];
    execFileSync('keytool', ['-importcert', '-file', file, '-alias', file, ...into], {
      stdio: 'pipe',
      timeout: 60_000,
    });
  }
  const property = '-Djavax.net.ssl.trustStore';
  return [`${property}=${store}`, `${property}Password=${password}`];
}

test('a client that is closed keeps nothing of the app', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-java-'));
  const world = await openWorld();
  const place = await world.place();
  const runner = startRunner(client.prepare(join(folder, 'classes')));
  try {
    place.lane.network = [{ fault: 'hang' }];
    await runner.tell('open', 'c', ...(await optionsOf(place)));
    expect(await runner.tell('keeps', 'c')).toEqual({ keeps: false });
  } finally {
    runner.kill();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Prepares the client as on Android 5: it has okhttp's connection and check of host names, and no newer classes. */
function prepareAsOnAndroid5(folder: string): string[] {
  const command = clientNamed('java-okhttp').prepare(folder);
  takeNewerAway(folder);
  return command;
}

test.each([
  ['a JDK', client.prepare],
  ['Android 5', prepareAsOnAndroid5],
])(
  'with TLS on %s, an informational answer comes before the real one: the answer is taken, the host is checked',
  async (_platform, prepare) => {
    const folder = mkdtempSync(join(tmpdir(), 'adwarden-java-'));
    const [own, foreign] = ['localhost', 'other.test'].map((host) => certificateFor(host, folder));
    if (!own || !foreign) throw new Error('no certificates');
    const world = await openWorld();
    const [place, otherPlace] = [await world.place(), await world.place()];
    const secure = await openSecure(place.address, own, { hints: true });
    const changed = await openSecure(otherPlace.address, own, { hints: true, later: foreign });
    const [java = '', ...args] = prepare(join(folder, 'classes'));
    const trusted = trustStore(folder, [own.file, foreign.file]);
    const runner = startRunner([java, ...trusted, ...args]);
    try {
      await runner.tell('open', 'p', ...(await optionsOf(place, { address: secure.address })));
      await runner.tell('settle');
      expect(await runner.tell('read', 'p')).toMatchObject({ ...on, cause: null });

      // The client asks a second time after the 103, and meets the certificate of another host.
      await runner.tell(
        'open',
        'q',
        ...(await optionsOf(otherPlace, { address: changed.address })),
      );
      await runner.tell('settle');
      expect(await runner.tell('read', 'q')).toMatchObject({ ...nothing, cause: 'no-answer' });
      expect(changed.connections.size).toBe(1);
    } finally {
      runner.kill();
      secure.close();
      changed.close();
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('after an informational answer the client has a connection of its own, and goes back to the platform’s when that fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-java-'));
  const world = await openWorld();
  const place = await world.place();
  const runner = startRunner(client.prepare(join(folder, 'classes')));
  /** The versions of HTTP of what is asked after some seconds: an answer is old after 37, a failure is tried again in 10. */
  const versionsAfter = async (seconds: 37 | 10, network: Network[]) => {
    place.lane.network = network;
    const before = place.lane.seen.length;
    await runner.tell('advance', seconds * 1_000);
    await runner.tell('read', 'b');
    await runner.tell('settle');
    return place.lane.seen.slice(before).map(({ version }) => version);
  };
  const hints = (): Network[] => [{ hints: true }, 'pass'];
  try {
    place.lane.network = hints();
    await runner.tell('open', 'b', ...(await optionsOf(place, { isHeard: false })));
    await runner.tell('settle');
    expect(place.lane.seen.map(({ version }) => version)).toEqual(['1.1', '1.0']);
    expect(await versionsAfter(37, ['pass'])).toEqual(['1.0']);
    for (const failure of [{ fault: 'drop' }, { status: 505, body: 'HTTP/1.1 only' }] as const) {
      expect(await versionsAfter(37, [failure])).toEqual(['1.0']);
      expect(await versionsAfter(10, hints())).toEqual(['1.1', '1.0']);
    }
    expect(await versionsAfter(37, [{ fault: 'cut' }])).toEqual(['1.0']);
    expect(await versionsAfter(10, ['pass'])).toEqual(['1.1']);
    expect(await runner.tell('read', 'b')).toMatchObject({ ...on, state: 'answered' });
  } finally {
    runner.kill();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
