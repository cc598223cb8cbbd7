import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import postgresOf from 'postgres';
import { built } from '../../../deploy/programs/built.ts';
import { startPostgres } from '../../../deploy/programs/postgres.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { withoutRun } from '../../measuring/judged.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { cpuTimeOfAll, output, start } from '../../servers/processes.ts';
import { startServer } from '../../servers/server.ts';
import { type Change, makeVariant } from '../../tricks/variant.ts';

/** Percent of a core that all checks of an idle server may take by themselves. */
const mostPercent = 0.2;
/** The first work after a start is over before the window. */
const seconds = { afterStart: 45, window: 150, mostRun: 600 };
const hourMs = 3_600_000;

/** So many times as often, checks cost enough to be seen beside the other work of an idle server. */
const times = 10;
/** The waits between two checks: each once in its file. */
const waits: { file: string; text: string; ms: number }[] = [
  // Are the folders and files still there?
  { file: 'places.ts', text: 'const everyMs = MS;', ms: 4_000 },
  // Can the folder be written, and has its disk room?
  { file: 'data-folder.ts', text: 'const everyMs = MS;', ms: 30_000 },
  { file: 'data-folder.ts', text: 'const lookEveryMs = MS;', ms: 4_000 },
  // Findings of the server about itself.
  { file: 'features/findings/judging/here.service.ts', text: 'everyMs: MS,', ms: 1_000 },
  // Edges, webhooks, mails and sites.
  { file: 'features/findings/judging/run.service.ts', text: 'const lookMs = MS;', ms: 300_000 },
  // The last dump of PostgreSQL.
  { file: 'backups/dumps.ts', text: 'const lookEveryMs = MS;', ms: 60_000 },
  // Does each process turn? It says so, and the supervisor looks, also at the emergency stop.
  { file: 'processes/heartbeat.ts', text: '  everyMs: MS,', ms: 2_000 },
  { file: 'processes/heartbeat.ts', text: '  lookMs: MS,', ms: 1_000 },
  { file: 'processes/supervisor.ts', text: 'const emergencyLookMs = MS;', ms: 1_000 },
];
/** A server that checks `times` as often. */
const checksOften: Change[] = waits.map(({ file, text, ms }) => ({
  file,
  find: text.replace('MS', inSource(ms)),
  put: text.replace('MS', inSource(ms / times)),
}));

/** Writes a number as the sources do: 300_000. */
function inSource(ms: number): string {
  return ms.toLocaleString('en').replaceAll(',', '_');
}

type Place = { dataDir: string; settings: Record<string, string> };
/** An installation of 10,000 applications, of which copies can be made, and a statement run. */
type Installation = {
  copy: (name: string) => Promise<Place>;
  run: (place: Place, statements: string[]) => Promise<void>;
};

const cpuOf = (pid: number) => cpuTimeOfAll(pid) ?? Number.NaN;

/** Returns the processor time that servers take while nobody asks them, in percent of a core; all are measured at once. */
async function idlePercents(servers: { main: string; place: Place }[]): Promise<number[]> {
  const running = [];
  for (const { main, place } of servers) {
    running.push(await startServer(place.dataDir, { main, settings: place.settings }));
  }
  await pause(seconds.afterStart * 1000);
  const before = running.map(({ pid }) => cpuOf(pid));
  const began = performance.now();
  await pause(seconds.window * 1000);
  const ms = performance.now() - began;
  const percents = running.map(({ pid }, index) => {
    const taken = cpuOf(pid) - (before[index] ?? Number.NaN);
    return (100 * taken) / ms;
  });
  for (const server of running) await server.stop();
  return percents;
}

/** Has an application lack a finding, and the hourly run be due: it then says so in the log. */
const makeRunDue = [
  `delete from finding where "appID" = (select min("appID") from finding where "appID" <> '')`,
  `update meta set value = '0' where name = 'findingsRunAt'`,
];

/** A server that looks every 10 s whether an hourly run is due, and not every five minutes. */
const looksOften: Change = {
  file: 'features/findings/judging/run.service.ts',
  find: 'const lookMs = 300_000;',
  put: 'const lookMs = 10_000;',
};

/**
 * Returns the processor time of one hourly run, in percent of a core over an hour. The time of an idle server is taken off. The
 * first run after a start is not measured: it compiles the code.
 */
async function runPercent(
  { run }: Installation,
  place: Place,
  { main, idlePercent }: { main: string; idlePercent: number },
): Promise<number> {
  let judged = Promise.withResolvers<void>();
  const onLog = (text: string) => {
    if (text.includes('judged all apps')) judged.resolve();
  };
  const whenJudged = () =>
    Promise.race([
      judged.promise,
      pause(seconds.mostRun * 1000, undefined, { ref: false }).then(() => {
        throw new Error('The server did not judge all apps in time');
      }),
    ]);
  await run(place, makeRunDue);
  const { dataDir, settings } = place;
  const server = await startServer(dataDir, { main, settings, onLog });
  await whenJudged();
  judged = Promise.withResolvers<void>();
  const before = cpuOf(server.pid);
  const began = performance.now();
  await run(place, makeRunDue);
  await whenJudged();
  const idle = (idlePercent / 100) * (performance.now() - began);
  const taken = cpuOf(server.pid) - before - idle;
  await server.stop();
  log(`the hourly run: ${(taken / 1000).toFixed(1)} s of processor time`);
  return (100 * taken) / hourMs;
}

async function measureOn(
  name: string,
  installation: Installation,
  mains: { usual: string; often: string; looking: string },
): Promise<Verdict> {
  const [usual = Number.NaN, often = Number.NaN] = await idlePercents([
    { main: mains.usual, place: await installation.copy('usual') },
    { main: mains.often, place: await installation.copy('often') },
  ]);
  const checks = (often - usual) / (times - 1);
  const idle = `the idle server takes ${usual.toFixed(2)}, with all checks ${times} times as often ${often.toFixed(2)}`;
  const hourly = await runPercent(installation, await installation.copy('run'), {
    main: mains.looking,
    idlePercent: usual,
  });
  return judge(
    `checks that run by themselves, ${name}`,
    checks + hourly,
    { atMost: mostPercent },
    {
      unit: ' % of a core',
      digits: 2,
      detail: `${hourly.toFixed(2)} of it the hourly run; ${idle}`,
    },
  );
}

/**
 * Measures the processor time of the checks of an idle server. It is so small that it would be lost among the other work of the
 * server. So the checks of a second server run ten times as often, and the difference is divided by nine. The hourly run is measured
 * apart.
 */
export async function measureChecks(sets: DataSets): Promise<Verdict[]> {
  const data = await sets.some();
  const mains = {
    usual: makeVariant(sets.folder('checks-usual'), { changes: [withoutRun] }),
    often: makeVariant(sets.folder('checks-often'), { changes: [withoutRun, ...checksOften] }),
    looking: makeVariant(sets.folder('checks-looking'), { changes: [looksOften] }),
  };
  const copyOf = (name: string) => {
    const dataDir = sets.folder(`checks-${name}`);
    cpSync(data.dataDir, dataDir, { recursive: true });
    return dataDir;
  };
  const embedded: Installation = {
    copy: async (name) => ({ dataDir: copyOf(`sqlite-${name}`), settings: {} }),
    async run({ dataDir }, statements) {
      const db = new DatabaseSync(join(dataDir, 'adwarden.db'));
      for (const statement of statements) db.exec(statement);
      db.close();
    },
  };
  const verdicts = [await measureOn('SQLite', embedded, mains)];

  const postgres = await startPostgres();
  try {
    verdicts.push(await measureOn('PostgreSQL', movedTo(postgres.url, copyOf), mains));
  } finally {
    await postgres.remove();
  }
  return verdicts;
}

/** Builds the installation on PostgreSQL: each copy has a database of its own there. */
function movedTo(url: string, copyOf: (name: string) => string): Installation {
  const sql = async (database: string, statement: string) => {
    const client = postgresOf(database, { max: 1, onnotice: () => {} });
    await client.unsafe(statement);
    await client.end();
  };
  return {
    async copy(name) {
      const source = copyOf(`postgres-${name}-source`);
      await sql(url, `create database "${name}" template template0`);
      const settings = {
        DATABASE_URL: new URL(`/${name}`, url).href,
        SECRET_KEY: readFileSync(join(source, 'secret.key'), 'utf8').trim(),
      };
      const env = { PATH: process.env.PATH, DATA_DIR: source, ...settings };
      const options = { cwd: source, env, stdout: 'pipe' as const };
      await output(start(process.execPath, [built('cli/move-to-postgres')], options));
      const dataDir = `${source}-node`;
      mkdirSync(dataDir);
      return { dataDir, settings };
    },
    async run({ settings }, statements) {
      for (const statement of statements) await sql(settings.DATABASE_URL ?? '', statement);
    },
  };
}
