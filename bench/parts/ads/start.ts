import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, signIn } from '../../clients/api.ts';
import type { DataSet } from '../../data-sets/data-set.ts';
import type { DataSets } from '../../data-sets/data-sets.ts';
import { judge, log, type Verdict } from '../../measuring/report.ts';
import { median } from '../../measuring/statistics.ts';
import { memory, watchMemory } from '../../servers/processes.ts';
import { answers, startServer } from '../../servers/server.ts';

const most = { startMs: 3000, damagedMs: 3000, adsMb: 330, officeMb: 200, listMb: 100 };
const starts = 3;

/** Requests the list of all apps; returns its bytes, its time, and the additional memory of the server. */
async function wholeList(api: Api, pid: number) {
  const moreMemory = watchMemory(pid);
  const began = performance.now();
  const { length: bytes } = await api.call('getAllApp');
  const ms = performance.now() - began;
  return { bytes, ms, moreMb: moreMemory() };
}

/** Starts a server. Returns it, the memory of its processes, and both in words. */
async function startMeasured(dataDir: string) {
  const server = await startServer(dataDir);
  const [adsMb, officeMb] = [server.ads, server.office].map(
    (pid) => memory(pid)?.now ?? Number.NaN,
  ) as [number, number];
  const line = `ready in ${server.startMs.toFixed(0)} ms with ${adsMb.toFixed(0)} MB (ads) and ${officeMb.toFixed(0)} MB (office)`;
  return { server, adsMb, officeMb, line };
}

/** Measures starts with last good ads and a damaged database: the time until ads are answered. */
async function measureDamaged(sets: DataSets, data: DataSet): Promise<Verdict> {
  const [url = ''] = readFileSync(data.urlsFile, 'utf8').split('\n', 1);
  const hasStarted = (port: number) => answers(port, url);
  const dataDir = sets.folder('damaged');
  for (const file of ['ads.last-good.db', 'database-id', 'secret.key']) {
    cpSync(join(data.dataDir, file), join(dataDir, file));
  }
  writeFileSync(join(dataDir, 'adwarden.db'), 'no database '.repeat(10_000));
  const times: number[] = [];
  for (let index = 0; index < starts; index += 1) {
    const server = await startServer(dataDir, { hasStarted });
    times.push(server.startMs);
    await server.stop();
  }
  const runs = times.map((ms) => ms.toFixed(0)).join(', ');
  return judge(
    'start with a damaged database: until ads',
    median(times),
    { atMost: most.damagedMs },
    { unit: ' ms', detail: `runs ${runs}` },
  );
}

/** Start time and memory by the number of apps, and the additional memory while the list of 100,000 apps is sent. */
export async function measureStart(sets: DataSets): Promise<Verdict[]> {
  for (const [apps, set] of [
    ['100', sets.few],
    ['10,000', sets.some],
  ] as const) {
    const { server, line } = await startMeasured((await set()).dataDir);
    await server.stop();
    log(`start with ${apps} apps: ${line}`);
  }
  const data = await sets.many();
  const { dataDir } = data;
  const times: number[] = [];
  const ads: number[] = [];
  const office: number[] = [];
  const more: number[] = [];
  for (let index = 0; index < starts; index += 1) {
    const { server, adsMb, officeMb, line } = await startMeasured(dataDir);
    times.push(server.startMs);
    ads.push(adsMb);
    office.push(officeMb);
    const api = await signIn(server.port);
    const list = await wholeList(api, server.office);
    more.push(list.moreMb);
    api.close();
    await server.stop();
    log(
      `start ${index + 1} with 100,000 apps: ${line}; the whole list,` +
        ` ${(list.bytes / 1e6).toFixed(0)} MB in ${(list.ms / 1000).toFixed(1)} s, took ${list.moreMb.toFixed(0)} MB more`,
    );
  }
  return [
    judge(
      'start, 100,000 apps: until /readyz',
      median(times),
      { atMost: most.startMs },
      { unit: ' ms' },
    ),
    judge(
      'start: resident memory of the ads process',
      Math.max(...ads),
      { atMost: most.adsMb },
      { unit: ' MB' },
    ),
    judge(
      'start: resident memory of the office',
      Math.max(...office),
      { atMost: most.officeMb },
      { unit: ' MB' },
    ),
    judge(
      'whole list: additional resident memory',
      Math.max(...more),
      { atMost: most.listMb },
      { unit: ' MB' },
    ),
    await measureDamaged(sets, data),
  ];
}
