import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientNamed } from './clients.ts';
import { conform } from './conform.ts';
import { optionsOf } from './play.ts';
import { startRunner } from './runner.ts';
import { nothing, on } from './scenario.ts';
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

test('with TLS, an informational answer comes before the real one: the answer is taken, the host is checked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwarden-java-'));
  const [own, foreign] = ['localhost', 'other.test'].map((host) => certificateFor(host, folder));
  if (!own || !foreign) throw new Error('no certificates');
  const world = await openWorld();
  const [place, otherPlace] = [await world.place(), await world.place()];
  const secure = await openSecure(place.address, own, { hints: true });
  const changed = await openSecure(otherPlace.address, own, { hints: true, later: foreign });
  const [java = '', ...args] = client.prepare(join(folder, 'classes'));
  const trusted = trustStore(folder, [own.file, foreign.file]);
  const runner = startRunner([java, ...trusted, ...args]);
  try {
    await runner.tell('open', 'p', ...(await optionsOf(place, { address: secure.address })));
    await runner.tell('settle');
    expect(await runner.tell('read', 'p')).toMatchObject({ ...on, cause: null });

    // The client asks a second time after the 103, and meets the certificate of another host.
    await runner.tell('open', 'q', ...(await optionsOf(otherPlace, { address: changed.address })));
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
});
