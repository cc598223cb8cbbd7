import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createJudge } from '../measuring/judged.ts';
import { log } from '../measuring/report.ts';
import { type DataSet, makeDataSet, openFast } from './data-set.ts';

/** The data sets of the benchmarks. Each is made at its first use, with the findings of its apps. */
export type DataSets = {
  /** 100,000 apps. */
  many(): Promise<DataSet>;
  /** 10,000 apps. */
  some(): Promise<DataSet>;
  /** 100 apps. */
  few(): Promise<DataSet>;
  /** 100,000 apps, all of them with IP rules or all without. */
  withRules(ipAddress: 'on' | 'off'): Promise<DataSet>;
  /** A new folder for the files of one part. */
  folder(name: string): string;
};

/** Makes data sets inside a folder, which the caller removes. */
export function createDataSets(root: string): DataSets {
  const made = new Map<string, Promise<DataSet>>();

  function folder(name: string): string {
    const place = join(root, name);
    mkdirSync(place);
    return place;
  }

  const judge = createJudge(folder);

  function once(
    name: string,
    label: string,
    make: (dataDir: string) => Promise<DataSet>,
  ): Promise<DataSet> {
    const judged = async () => {
      const data = await timed(label, () => make(folder(name)));
      await timed(`${label}: their findings`, () => judge(data.dataDir));
      return data;
    };
    const known = made.get(name) ?? judged();
    made.set(name, known);
    return known;
  }

  const many = () => once('many', '100,000 apps', (dataDir) => makeDataSet(dataDir, 100_000));
  return {
    many,
    some: () => once('some', '10,000 apps', (dataDir) => makeDataSet(dataDir, 10_000)),
    few: () => once('few', '100 apps', (dataDir) => makeDataSet(dataDir, 100)),
    withRules: (ipAddress) =>
      once(`rules-${ipAddress}`, `the same, IP rules ${ipAddress} for all`, async (dataDir) => {
        const { dataDir: source, urlsFile, appIDs } = await many();
        // The copy lacks the last good ads: the log of changes does not have what is written below, so nobody would hear of it.
        const filter = (file: string) => !basename(file).startsWith('ads.last-good');
        cpSync(source, dataDir, { recursive: true, filter });
        const db = openFast(dataDir);
        db.prepare('update app set ipAddress = ?').run(ipAddress);
        db.exec('pragma journal_mode = wal');
        db.close();
        return { dataDir, urlsFile, appIDs };
      }),
    folder,
  };
}

/** Calls `make` and prints how long it took. */
export async function timed<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
  const began = performance.now();
  const made = await make();
  log(`data: ${name}, made in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return made;
}
