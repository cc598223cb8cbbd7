import { type Api, signIn } from './api.ts';
import type { DataSet } from './data-set.ts';
import { forgetPeak, memory } from './processes.ts';
import { judge, tell, type Verdict } from './report.ts';
import { startServer } from './server.ts';
import { median } from './statistics.ts';

const most = { startMs: 3000, residentMb: 450, listMb: 100 };
const starts = 3;

/** Asks for the list of all apps: its bytes, its time, and the memory that the server took for it. */
async function wholeList(api: Api, pid: number) {
  const before = memory(pid)?.now ?? Number.NaN;
  forgetPeak(pid);
  const began = performance.now();
  const { length: bytes } = await api.call('getAllApp');
  const ms = performance.now() - began;
  return { bytes, ms, moreMb: (memory(pid)?.peak ?? Number.NaN) - before };
}

/** A start with 100,000 apps, the memory it takes, and what the whole list takes on top. */
export async function measureStart({ dataDir }: DataSet): Promise<Verdict[]> {
  const times: number[] = [];
  const resident: number[] = [];
  const more: number[] = [];
  for (let index = 0; index < starts; index += 1) {
    const server = await startServer(dataDir);
    times.push(server.startMs);
    const atStart = memory(server.pid)?.now ?? Number.NaN;
    resident.push(atStart);
    const api = await signIn(server.port);
    const list = await wholeList(api, server.pid);
    more.push(list.moreMb);
    api.close();
    await server.stop();
    tell(
      `start ${index + 1}: ready in ${server.startMs.toFixed(0)} ms with ${atStart.toFixed(0)} MB; the whole list,` +
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
      'start: resident then',
      Math.max(...resident),
      { atMost: most.residentMb },
      { unit: ' MB' },
    ),
    judge(
      'whole list: resident on top',
      Math.max(...more),
      { atMost: most.listMb },
      { unit: ' MB' },
    ),
  ];
}
