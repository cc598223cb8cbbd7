import type { AdsApp } from './ads.answer.ts';

/** Where the change log stands; `lastSeq` is 0 while it is empty, `epoch` changes with a restore. */
export type LogPosition = { epoch: string; lastSeq: number };

/** The apps that changed after a seq, the seq up to which that is known, and whether there is more to read. */
export type ChangedApps = { appIDs: string[]; cursor: number; more: boolean };

/** The tables as the ads loader reads them; nothing else of the ads reaches a database. */
export type AdsSource = {
  position(): Promise<LogPosition>;
  /** All apps, chunk by chunk, by app ID. */
  allApps(): AsyncIterable<AdsApp[]>;
  /** Those of the apps that exist. */
  apps(appIDs: string[]): Promise<AdsApp[]>;
  /** The oldest changes after `seq`, a bounded number; `cursor` is `seq` when there are none. */
  changedSince(seq: number): Promise<ChangedApps>;
};
