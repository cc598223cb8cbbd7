import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { pathOf } from '@adwarden/contract/call';
import { calls } from '@adwarden/contract/calls';
import type { FindingRule } from '@adwarden/contract/findings/rules';
import { sampleAppForm } from '@adwarden/contract/testing/samples';
import { expect } from 'vitest';
import { childrenOf } from '../../../deploy/programs/process-tree.ts';
import { backupName } from '../../src/backups/kept-backups.ts';
import type { CheckName } from '../../src/doctor/list.ts';
import { damageDatabase, damageTable } from '../databases/damage-database.ts';
import { addKeptApp } from '../databases/kept-app.ts';
import { newDisk } from '../faults/small-disk.ts';
import { mmdbFile } from '../samples/mmdb-file.ts';
import { adminEmail } from '../servers/calls.ts';
import { nobody, type ServerProcess } from '../servers/server-process.ts';
import { makeStaleClone } from '../starts/stale-clone.ts';
import { libfaketime, type Way, type World } from './way.ts';

/*
 * Ways to break each check of the list (src/doctor/list.ts), for real. A new check needs one here: its worst state, and,
 * where the list says so, a refused start, `/readyz`, its findings and one of its alerts.
 */

const dayMs = 24 * 60 * 60_000;

/** The mark of a migration that this version does not have. */
const newerVersion = `insert into kysely_migration values ('9999-later', '2026')`;

/** The processes of a server by their name, such as `adwarden office`. */
const processesOf = ({ child }: ServerProcess, name: string) => childrenOf(child.pid ?? 0, name);
const signal = (pids: number[], name: NodeJS.Signals) => {
  for (const pid of pids) process.kill(pid, name);
};

/** Has the installation judged within seconds, instead of within an hour: the office starts again, and a run is due. */
async function judgeSoon(world: World, { server, dataDir }: Started): Promise<void> {
  world.change(dataDir, `update meta set value = '0' where name = 'findingsRunAt'`);
  const before = processesOf(server, 'adwarden office');
  signal(before, 'SIGKILL');
  await expect.poll(async () => (await server.ask('/healthz').catch(() => null))?.status).toBe(200);
  await expect.poll(() => processesOf(server, 'adwarden office')).not.toEqual(before);
}

type Started = Awaited<ReturnType<World['start']>>;

/** Waits until `/metrics` has such a line. */
const serves = (server: ServerProcess, line: RegExp) =>
  expect.poll(async () => (await server.ask('/metrics')).text).toMatch(line);

const edgeKey = Buffer.alloc(32, 5).toString('base64');
const edgeOf = (office: string) => ({
  ROLE: 'ads',
  OFFICE_URL: office,
  EDGE_NAME: 'oslo-1',
  EDGE_KEY: edgeKey,
});

/** A clock that is two minutes ahead, for one program. */
const ahead = { LD_PRELOAD: libfaketime, FAKETIME: '+120s', FAKETIME_DONT_FAKE_MONOTONIC: '1' };

/** A disk that can be read only, from `makeReadOnly` on. */
function diskToLock(megabytes: number) {
  const place = newDisk(megabytes);
  const remount = (mode: 'ro' | 'rw') =>
    execFileSync('mount', ['-o', `remount,${mode}`, place], { stdio: 'ignore' });
  return { place, makeReadOnly: () => remount('ro'), makeWritable: () => remount('rw') };
}

export const ways: Partial<Record<CheckName, readonly Way[]>> = {
  settings: [
    {
      how: 'a number that cannot be',
      at: 'start',
      state: 'error',
      break: () => ({ env: { WORKERS: '0' } }),
    },
    {
      how: 'a name that is nearly one',
      at: 'look',
      state: 'warning',
      break: () => ({ ADS_MAXAGE: '3' }),
    },
  ],

  port: [
    {
      how: 'another program has it',
      at: 'start',
      state: 'error',
      break: ({ takenPort }) => ({ env: { PORT: takenPort } }),
    },
  ],

  'temporary folder': [
    {
      how: 'it is not there',
      at: 'start',
      state: 'error',
      break: ({ folder }) => ({ env: { TMPDIR: join(folder, 'nowhere') } }),
    },
  ],

  'country database': [
    {
      how: 'it is a text',
      at: 'start',
      state: 'error',
      break: ({ textFile }) => ({ env: { MMDB_FILE: textFile() } }),
    },
    {
      how: 'it is four months old',
      at: 'run',
      state: 'warning',
      findings: ['countries-outdated'],
      alerts: ['AdwardenCountriesOld'],
      async break(world) {
        const MMDB_FILE = join(world.newFolder(), 'old.mmdb');
        const builtAt = new Date(Date.now() - 120 * dayMs).toISOString();
        writeFileSync(MMDB_FILE, mmdbFile({ '8.0.0.0/8': { country_code: 'US' } }, builtAt));
        return world.start({ MMDB_FILE });
      },
    },
  ],

  DATA_DIR: [
    {
      how: 'it is a file',
      at: 'start',
      state: 'error',
      break: ({ textFile }) => ({ env: { DATA_DIR: textFile() } }),
    },
    {
      how: 'its small disk has become read-only',
      at: 'run',
      needs: ['root', 'disk', 'postgres'],
      state: 'error',
      readyz: { status: 200, says: /cannot be written/ },
      findings: ['folder-not-writable'],
      alerts: ['AdwardenDiskNearlyFull', 'AdwardenDegraded'],
      async break(world) {
        const { place, makeReadOnly, makeWritable } = diskToLock(64);
        const settings = { ...(await world.newPostgres()), DATA_DIR: place };
        const before = await world.start(settings);
        await addKeptApp(before.server, place);
        await before.server.stop();
        makeReadOnly();
        return { ...(await world.start(settings)), undo: makeWritable };
      },
    },
  ],

  owner: [
    {
      how: 'the key belongs to root, without last good ads',
      at: 'start',
      needs: ['root'],
      state: 'error',
      break(world) {
        const DATA_DIR = folderOfNobody(world.copyOfUsed());
        return { env: { DATA_DIR }, user: nobody };
      },
    },
    {
      how: 'the key belongs to root',
      at: 'run',
      needs: ['root'],
      state: 'error',
      readyz: { status: 200, says: /belongs to root, and nobody may not use it: chown nobody / },
      notSaidBy: { systemCheck: 'without its key nobody can sign in' },
      async break(world) {
        const DATA_DIR = folderOfNobody(world.copyOfUsed({ hasLastGood: true }));
        return world.start({ DATA_DIR }, nobody);
      },
    },
  ],

  'files of the database': [
    {
      how: 'the folder is moved away',
      at: 'run',
      state: 'error',
      readyz: { status: 200, says: /is gone|another one/ },
      findings: ['files-gone'],
      notSaidBy: { doctor: 'only the server knows what it lives on' },
      async break(world) {
        const { server, env, dataDir } = await world.start();
        const folder = `${dataDir}-moved`;
        return {
          server,
          env,
          folder,
          damage: () => renameSync(dataDir, folder),
          undo: () => renameSync(folder, dataDir),
        };
      },
    },
  ],

  'key file': [
    {
      how: 'others can read it',
      at: 'run',
      state: 'error',
      async break(world) {
        const { server, env, dataDir } = await world.start();
        return { server, env, damage: () => chmodSync(join(dataDir, 'secret.key'), 0o644) };
      },
    },
  ],

  'secret key': [
    {
      how: 'it is another one',
      at: 'start',
      state: 'error',
      break: (world) => ({
        env: { DATA_DIR: world.copyOfUsed(), SECRET_KEY: Buffer.alloc(32, 7).toString('base64') },
      }),
    },
  ],

  'second factors': [
    {
      how: 'one was sealed with a key that is lost',
      at: 'run',
      state: 'warning',
      async break(world) {
        const { server, env, dataDir } = await world.start();
        const damage = () =>
          world.change(
            dataDir,
            `insert into factor (id, kind, accountId, method, name, secretSealed, createdAt)
              values ('f', 'admin', 'a', 'totp', 'App', 'lost.AAAA', 1)`,
          );
        return { server, env, damage };
      },
    },
  ],

  'refresh tokens': [
    {
      how: 'one was sealed with a key that is lost',
      at: 'run',
      state: 'warning',
      async break(world) {
        const { server, env, dataDir } = await world.start();
        const damage = () =>
          world.change(
            dataDir,
            `insert into oidc_grant (session, kind, accountId, sealed, createdAt, refreshAt)
              values ('s', 'admin', 'a', 'lost.AAAA', 1, 9999999999999)`,
          );
        return { server, env, damage };
      },
    },
  ],

  passkeys: [
    {
      how: 'one belongs to the host name of before',
      at: 'run',
      state: 'warning',
      async break(world) {
        const { server, env, dataDir } = await world.start();
        return {
          server,
          env,
          async damage() {
            world.change(
              dataDir,
              `insert into factor (id, kind, accountId, method, name, secretSealed, createdAt, confirmedAt, host)
                values ('p', 'admin', 'a', 'passkey', 'Key', '', 1, 1, 'old.example.com')`,
            );
          },
        };
      },
    },
  ],

  administrators: [
    {
      how: 'the first one has an address of the examples',
      at: 'run',
      state: 'warning',
      async break(world) {
        const { server, env } = await world.start({ ADMIN_EMAIL: adminEmail });
        return { server, env };
      },
    },
  ],

  database: [
    {
      how: 'it is of a newer version, without last good ads',
      at: 'start',
      state: 'error',
      break(world) {
        const DATA_DIR = world.copyOfUsed();
        world.change(DATA_DIR, newerVersion);
        return { env: { DATA_DIR } };
      },
    },
    {
      how: 'it is of a newer version',
      at: 'run',
      state: 'error',
      readyz: { status: 200, says: /The database is of a newer version/ },
      notSaidBy: { systemCheck: 'without its database nobody can sign in' },
      async break(world) {
        const DATA_DIR = world.copyOfUsed({ hasLastGood: true });
        world.change(DATA_DIR, newerVersion);
        return world.start({ DATA_DIR });
      },
    },
    {
      how: 'its role may not make tables',
      at: 'start',
      needs: ['postgres'],
      state: 'error',
      async break(world) {
        const settings = await world.newPostgres();
        const guest = `guest_${randomBytes(8).toString('hex')}`;
        await world.changePostgres(settings, `create role ${guest} login`);
        const url = Object.assign(new URL(settings.DATABASE_URL), { username: guest });
        return { env: { ...settings, DATABASE_URL: url.href } };
      },
    },
  ],

  damage: [
    {
      how: 'the whole file, without last good ads',
      at: 'start',
      state: 'error',
      break(world) {
        const DATA_DIR = world.copyOfUsed();
        damageDatabase(DATA_DIR);
        return { env: { DATA_DIR } };
      },
    },
    {
      how: 'the whole file',
      at: 'run',
      state: 'error',
      readyz: { status: 200, says: /damaged|not a database/ },
      notSaidBy: { systemCheck: 'without its database nobody can sign in' },
      async break(world) {
        const DATA_DIR = world.copyOfUsed({ hasLastGood: true });
        damageDatabase(DATA_DIR);
        return world.start({ DATA_DIR });
      },
    },
    {
      how: 'the pages of one table, which people need',
      at: 'run',
      state: 'error',
      readyz: { status: 200, says: /the database is damaged \(/ },
      findings: ['database-damaged'],
      alerts: ['AdwardenDatabaseDamaged', 'AdwardenDegraded', 'AdwardenErrors'],
      async break(world) {
        const DATA_DIR = world.copyOfUsed();
        damageTable(DATA_DIR, 'saved_view');
        const { server, env } = await world.start({ DATA_DIR });
        return {
          server,
          env,
          async damage() {
            const as = await server.signIn();
            for (let count = 0; count < 60; count += 1) {
              expect((await server.ask('/views?list=apps', { as })).status).toBe(503);
            }
          },
        };
      },
    },
  ],

  jobs: [
    {
      how: 'the table of one is gone for more than a minute',
      at: 'run',
      state: 'warning',
      notSaidBy: { doctor: 'only the server itself knows when its jobs succeeded' },
      async break(world) {
        const { server, env, dataDir } = await world.start();
        return {
          server,
          env,
          async damage() {
            world.change(dataDir, 'alter table change_request rename to away');
            await pause(65_000);
          },
        };
      },
    },
  ],

  schema: [
    {
      how: 'it is of an older release',
      at: 'look',
      state: 'note',
      break(world) {
        const DATA_DIR = world.newFolder();
        const stored = new URL('../fixtures/releases/0.3.2/sqlite.db.gz', import.meta.url);
        writeFileSync(join(DATA_DIR, 'adwarden.db'), gunzipSync(readFileSync(stored)));
        return { DATA_DIR };
      },
    },
  ],

  clock: [
    {
      how: 'that of the machine is two minutes ahead',
      at: 'run',
      needs: ['postgres', 'clock'],
      state: 'error',
      async break(world) {
        return world.start({ ...(await world.newPostgres()), ...ahead });
      },
    },
  ],

  'kept time': [
    {
      how: 'the clock has gone back by two hours',
      at: 'run',
      state: 'error',
      findings: ['clock-not-believed'],
      alerts: ['AdwardenClockNotBelieved'],
      async break(world) {
        const DATA_DIR = world.copyOfUsed();
        world.change(DATA_DIR, `update kept_time set minute = ${Date.now() + dayMs / 12}`);
        return { ...(await world.start({ DATA_DIR })), judgesOutside: true };
      },
    },
  ],

  backups: [
    {
      how: 'the last one is of three days ago, and its disk is read-only',
      at: 'run',
      needs: ['root', 'disk'],
      state: 'error',
      findings: ['backup-overdue'],
      alerts: ['AdwardenBackupOverdue'],
      async break(world) {
        const DATA_DIR = world.copyOfUsed();
        const [, id = ''] = readFileSync(join(DATA_DIR, 'database-id'), 'utf8').trim().split(' ');
        const { place, makeReadOnly, makeWritable } = diskToLock(16);
        const name = backupName(id, Date.now() - 3 * dayMs);
        copyFileSync(join(DATA_DIR, 'adwarden.db'), join(place, name));
        writeFileSync(join(place, `${name}.sha256`), '');
        makeReadOnly();
        return { ...(await world.start({ DATA_DIR, BACKUP_DIR: place })), undo: makeWritable };
      },
    },
    {
      how: 'the last dump of PostgreSQL is of three days ago',
      at: 'run',
      needs: ['postgres'],
      state: 'error',
      alerts: ['AdwardenBackupOverdue'],
      async break(world) {
        const settings = await world.newPostgres();
        const { server, env } = await world.start(settings);
        return {
          server,
          env,
          async damage() {
            const dump = `${Date.now() - 3 * dayMs} 1000000`;
            await world.changePostgres(
              settings,
              `insert into meta (name, value) values ('lastDump', '${dump}')`,
            );
            await serves(server, /^adwarden_backup_last_seconds \d{10}/m);
          },
        };
      },
    },
  ],

  BACKUP_DIR: [
    {
      how: 'it is a file',
      at: 'run',
      state: 'error',
      break: (world) => world.start({ BACKUP_DIR: world.textFile() }),
    },
  ],

  'open files': [
    {
      how: 'a process may open 256, and more are wanted',
      at: 'run',
      state: 'warning',
      findings: ['too-few-files'],
      alerts: ['AdwardenConnectionsRefused'],
      async break(world) {
        const started = await world.start({}, { openFiles: 256 });
        const { server, env } = started;
        return {
          server,
          env,
          async damage() {
            const { port } = new URL(server.address);
            const to = { port: Number(port), host: '127.0.0.1', localAddress: '127.0.0.2' };
            const open = Array.from({ length: 300 }, () => connect(to));
            for (const socket of open) socket.on('error', () => {}).resume();
            await pause(2_000);
            for (const socket of open) socket.destroy();
            await serves(server, /^adwarden_connections_refused_total [1-9]/m);
            await judgeSoon(world, started);
          },
        };
      },
    },
  ],

  memory: [
    {
      how: 'there are too many applications for 64 processes',
      at: 'look',
      state: 'error',
      break(world) {
        const DATA_DIR = world.copyOfUsed();
        addApps(DATA_DIR, 600_000);
        return { DATA_DIR, WORKERS: '64' };
      },
    },
  ],

  workers: [
    {
      how: 'there are more than cores',
      at: 'run',
      state: 'warning',
      break: (world) => world.start({ WORKERS: String(availableParallelism() + 1) }),
    },
  ],

  build: [
    {
      how: 'its sources have changed since',
      at: 'run',
      state: 'warning',
      async break(world) {
        const clone = await makeStaleClone();
        clone.noteBuild();
        clone.write('server/src/pulled.ts', '// pulled');
        const DATA_DIR = world.newFolder();
        return {
          server: await clone.start({ DATA_DIR }),
          env: { DATA_DIR },
          doctor: clone.program('cli.doctor'),
          undo: clone.remove,
        };
      },
    },
  ],

  server: [
    {
      how: 'its office hangs, and is not ended for it',
      at: 'run',
      state: 'warning',
      readyz: { status: 200, says: /office/ },
      alerts: ['AdwardenDegraded', 'AdwardenAdsOld', 'AdwardenOfficeAway'],
      notSaidBy: { systemCheck: 'the office would have to say it' },
      async break(world) {
        const { server, env } = await world.start({ HEARTBEAT: 'off' });
        const as = await server.signIn();
        const reason = async () => (await server.ask('/readyz')).body.reason ?? '';
        await expect.poll(reason).toBe('');
        const office = processesOf(server, 'adwarden office');
        return {
          server,
          env,
          async damage() {
            signal(office, 'SIGSTOP');
            // Before that is known, a call waits for the office.
            await expect.poll(reason).toMatch(/the office is away/);
            expect((await server.ask(pathOf(calls.getAllApp), { as })).status).toBe(503);
            await serves(server, /^adwarden_ads_lag_seconds (3[1-9]|[4-9]\d|\d{3})/m);
          },
          undo: () => signal(office, 'SIGCONT'),
        };
      },
    },
    {
      how: 'its office hangs, and is started again',
      at: 'run',
      state: 'warning',
      alerts: ['AdwardenProcessHung', 'AdwardenCrashLoop'],
      notSaidBy: { doctor: 'it is well again', systemCheck: 'it is well again' },
      async break(world) {
        const { server, env } = await world.start();
        await server.signIn();
        return {
          server,
          env,
          async damage() {
            signal(processesOf(server, 'adwarden office'), 'SIGSTOP');
            await serves(
              server,
              /^adwarden_process_restarts_total\{process="office",reason="silent"\} 1$/m,
            );
          },
        };
      },
    },
    {
      how: 'it is an edge that has never heard of its office',
      at: 'run',
      state: 'error',
      readyz: { status: 503, says: /./ },
      alerts: ['AdwardenAdsNotReady'],
      notSaidBy: { systemCheck: 'an edge has no back office' },
      async break(world) {
        const { server, env } = await world.start(edgeOf('http://127.0.0.1:1'));
        return {
          server,
          env,
          async damage() {
            for (let count = 0; count < 10; count += 1) {
              expect((await server.ask(world.ads)).status).toBe(503);
            }
          },
        };
      },
    },
    {
      how: 'what answers ads hangs',
      at: 'run',
      state: 'error',
      findings: ['phones-behind'],
      notSaidBy: { systemCheck: 'it is asked through the process that hangs' },
      async break(world) {
        const { server, env } = await world.start({ HEARTBEAT: 'off' });
        const ads = processesOf(server, 'adwarden ads');
        return {
          server,
          env,
          damage: () => signal(ads, 'SIGSTOP'),
          undo: () => signal(ads, 'SIGCONT'),
        };
      },
    },
  ],

  proxy: [
    {
      how: 'one is in front, and none is named',
      at: 'run',
      state: 'warning',
      findings: ['callers-unknown'],
      async break(world) {
        const started = await world.start();
        const { server, env } = started;
        return {
          server,
          env,
          async damage() {
            const as = await server.signIn();
            const body = { ...sampleAppForm(), ipAddress: 'on' };
            const { data } = (await server.ask(pathOf(calls.addApp), { method: 'POST', as, body }))
              .body;
            const form = { id: data.appID, country: 'US' };
            const path = pathOf(calls.addConfigureApp);
            expect((await server.ask(path, { method: 'POST', as, body: form })).status).toBe(200);
            const asked = new URLSearchParams({ appID: data.appID, authToken: data.authToken });
            const headers = { 'x-forwarded-for': '8.8.8.8' };
            for (let count = 0; count < 120; count += 1) {
              const url = `${server.address}${calls.getAds.path}?${asked}`;
              await (await fetch(url, { headers })).arrayBuffer();
            }
            await judgeSoon(world, started);
          },
        };
      },
    },
  ],

  PUBLIC_URL: [
    {
      how: 'another site is there',
      at: 'run',
      state: 'error',
      break: (world) => world.start({ PUBLIC_URL: world.otherSite }),
    },
  ],

  certificate: [
    {
      how: 'nobody trusts it',
      at: 'run',
      needs: ['openssl'],
      state: 'error',
      alerts: ['AdwardenCertificateEnds'],
      async break(world) {
        const place = world.newFolder();
        const [key, cert] = [join(place, 'key.pem'), join(place, 'cert.pem')] as const;
        const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
        execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
        const options = { key: readFileSync(key), cert: readFileSync(cert) };
        const site = createServer(options, (_, response) => response.end('Somebody else'));
        await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));
        const { port } = site.address() as { port: number };
        const started = await world.start({ PUBLIC_URL: `https://127.0.0.1:${port}` });
        await serves(started.server, /^adwarden_certificate_end_seconds 0$/m);
        return { ...started, undo: () => site.close() };
      },
    },
  ],

  office: [
    {
      how: 'nobody is at the address of an edge',
      at: 'look',
      state: 'warning',
      break: (world) => ({ ...edgeOf('http://127.0.0.1:1'), DATA_DIR: world.newFolder() }),
    },
    {
      how: 'an edge was killed long ago',
      at: 'run',
      state: 'warning',
      findings: ['edge-silent'],
      alerts: ['AdwardenEdgeSilent'],
      async break(world) {
        const { server, env, dataDir } = await world.start({ EDGE_KEYS: edgeKey });
        return {
          server,
          env,
          judgesOutside: true,
          async damage() {
            const edge = await world.start(edgeOf(server.address));
            const as = await server.signIn();
            const edges = async () => (await server.ask(calls.getEdges.path, { as })).body.data;
            await expect.poll(edges).toHaveLength(1);
            await edge.server.kill();
            world.change(dataDir, `update edge set lastSeenAt = lastSeenAt - ${20 * 60_000}`);
          },
        };
      },
    },
  ],

  links: [
    {
      how: 'mails are sent, and the server does not know its address',
      at: 'look',
      state: 'warning',
      break: () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }),
    },
  ],

  'single sign-on': [
    {
      how: 'nobody answers at the address of the provider',
      at: 'look',
      state: 'warning',
      break: () => ({
        OIDC_ISSUER: 'http://127.0.0.1:1',
        OIDC_CLIENT_ID: 'adwarden',
        OIDC_CLIENT_SECRET: 'secret-of-the-office',
        OFFICE_ADDRESS: 'https://office.example.com',
      }),
    },
  ],

  mail: [
    {
      how: 'nobody takes mails, since two hours',
      at: 'run',
      state: 'warning',
      findings: ['mail-not-sent'],
      alerts: ['AdwardenMailsFailing'],
      async break(world) {
        const { server, env, dataDir } = await world.start({ SMTP_URL: 'smtp://127.0.0.1:1' });
        return {
          server,
          env,
          judgesOutside: true,
          async damage() {
            const as = await server.signIn();
            const body = sampleAppForm({ googleBanner1: 'ca-app-pub-1' });
            const made = await server.ask(pathOf(calls.addApp), { method: 'POST', as, body });
            expect(made.status, made.text).toBe(200);
            const since = Date.now() - 2 * 60 * 60_000;
            world.change(
              dataDir,
              `insert into mail_subscriber (adminId, unlogged, dueAt, sentAt, failingSince, lastError)
                 select id, 0, 1, null, ${since}, 'nobody listens there' from admin`,
            );
            await serves(server, /^adwarden_mails_total\{outcome="failed"\} 1$/m);
          },
        };
      },
    },
  ],

  finding: [
    {
      how: 'a server that was killed has left one',
      at: 'look',
      state: 'error',
      break(world) {
        const DATA_DIR = world.copyOfUsed();
        world.change(
          DATA_DIR,
          `insert into finding (appID, rule, field, rank, detail, facts, apps, since, mutedByKind, mutedById, mutedBy, muteReason)
             values ('', 'phones-behind', '', 0, 'Nobody follows the office.', 'it', '', 1, '', '', '', '')`,
        );
        return { DATA_DIR };
      },
    },
    {
      how: 'the only administrator has used all recovery codes',
      at: 'run',
      state: 'warning',
      findings: ['last-recovery-code-used'],
      notSaidBy: { systemCheck: 'nobody has the app of that factor to sign in with' },
      async break(world) {
        const { server, env, dataDir } = await world.start();
        return {
          server,
          env,
          judgesOutside: true,
          async damage() {
            world.change(
              dataDir,
              `insert into factor (id, kind, accountId, method, name, secretSealed, lastStep, createdAt, confirmedAt, lastUsedAt)
                 select 'f', 'admin', id, 'totp', 'App', '', 0, 1, 1, null from admin`,
            );
          },
        };
      },
    },
    {
      how: 'administrators sign in with a password alone',
      at: 'run',
      state: 'warning',
      findings: ['second-factor-not-required'],
      async break(world) {
        const { server, env } = await world.start();
        return { server, env, judgesOutside: true, async damage() {} };
      },
    },
    {
      how: 'webhooks fail or were turned off, and somebody guesses tokens',
      at: 'run',
      state: 'warning',
      findings: ['webhook-off'],
      alerts: ['AdwardenTokensRefused', 'AdwardenWebhookOff', 'AdwardenWebhookFailing'],
      async break(world) {
        const { server, env, dataDir } = await world.start({ WEBHOOK_PRIVATE: 'on' });
        return {
          server,
          env,
          judgesOutside: true,
          async damage() {
            const as = await server.signIn();
            const post = async (path: string, body: object) => {
              const made = await server.ask(path, { method: 'POST', as, body });
              expect(made.status, made.text).toBe(200);
            };
            const webhook = { url: 'http://127.0.0.1:1/', format: 'json', events: ['change.app'] };
            const path = pathOf(calls.addWebhook);
            await post(path, { ...webhook, name: 'Night shift' });
            world.change(
              dataDir,
              `update webhook set enabled = 'off', offReason = 'It does not answer'`,
            );
            await post(path, { ...webhook, name: 'Day shift' });
            await post(pathOf(calls.addApp), sampleAppForm());
            for (let count = 0; count < 300; count += 1) await server.ask(`${world.ads}x`);
            await serves(server, /^adwarden_webhooks\{state="failing"\} 1$/m);
          },
        };
      },
    },
  ],
};

/** Findings that no way here brings, and the test that does. */
export const foundElsewhere: Partial<Record<FindingRule, string>> = {
  'restored-changes-wait': 'src/features/findings/rules/installation.test.ts',
  'vpn-service-failing': 'src/features/findings/rules/installation.test.ts',
  'app-ads-lacks-lines': 'src/features/findings/rules/app-ads.test.ts',
};

/** Alerts that no way here raises, and why; the figures that raise them are in deploy/prometheus/adwarden.test.yml. */
export const raisedElsewhere: Readonly<Record<string, string>> = {
  AdwardenDown: 'Prometheus itself says that nothing answers',
  AdwardenNotScraped: 'Prometheus itself says that nothing is asked',
  AdwardenLastGoodAdsOld: 'the file would have to be old for five minutes',
  AdwardenProcessDied: 'the supervisor starts each process again',
  AdwardenTwoVersions: 'it needs two builds',
  AdwardenTaskStopped: 'a task would have to be late for an hour',
  AdwardenProviderQuota: 'it needs vpnapi.io, whose address is no setting',
  AdwardenProviderFailing: 'it needs vpnapi.io, whose address is no setting',
};

/** Adds so many copies of the app of a stopped server, without what follows from them. */
function addApps(dataDir: string, count: number): void {
  const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
  const of = (type: string) =>
    db
      .prepare(
        "select name from sqlite_master where type = ? and tbl_name = 'app' and sql is not null",
      )
      .all(type)
      .map(({ name }) => `drop ${type} "${name}";`);
  db.exec([...of('trigger'), ...of('index')].join(''));
  const columns = db
    .prepare("select name from pragma_table_info('app')")
    .all()
    .map(({ name }) => name as string);
  const copied = columns.map((name) => (name === 'appID' ? "'copy' || number" : `"${name}"`));
  db.exec(`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
    insert into app (${columns.map((name) => `"${name}"`).join()})
      select ${copied.join()} from numbers, (select * from app limit 1)`);
  db.close();
}

/** A copy of a data folder for the user `nobody`, whose key root has taken. */
function folderOfNobody(dataDir: string): string {
  execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dataDir]);
  // Its parents are for everybody.
  chmodSync(join(dataDir, '..'), 0o755);
  const key = join(dataDir, 'secret.key');
  chownSync(key, 0, 0);
  chmodSync(key, 0o600);
  return dataDir;
}
