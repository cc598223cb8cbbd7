import { readdirSync } from 'node:fs';
import { createOutage } from '../../kit/faults/outage.ts';
import type { Logger } from '../../kit/logger.ts';
import { ownFile } from '../../kit/process/own-files.ts';
import { createThread } from '../../kit/process/thread.ts';
import { resolvesWithin } from '../../kit/within.ts';
import type { OlderUsagePart, UsagePart } from '../following/ads.stream.ts';

/** The folder of the file, the number of this ads process, and the number of such processes. */
export type WaitingUsageData = { folder: string; number: number; processes: number };

/** A part and its place on the disk. */
export type WaitingPart = { id: number; part: UsagePart | OlderUsagePart };

/** The methods of the thread. `mayBeTaken`: the office may have added the part already, so it is sent unchanged. */
export type WaitingUsageMethods = {
  add(part: UsagePart, mayBeTaken: boolean): void;
  /** Returns the next part to send, after the one with `sentId` was taken; null when none waits. */
  next(sentId: number | null): WaitingPart | null;
  /** Removes the file; returns false when something waits in it. */
  close(): boolean;
};

export type WaitingUsage = {
  /** Sends a part to the office. If that fails, keeps it on the disk until the office takes it. Rejects when both fail. */
  add(part: UsagePart): Promise<void>;
  /** Tells whether usage waits on the disk. */
  isWaiting(): boolean;
  stop(): Promise<void>;
};

const usualEveryMs = 5_000;
/** The pause between two parts, so that an office that comes back has time for others. */
const pauseMs = 10;
/** The time after which a disk that does not answer counts as hanging. */
const diskMs = 10_000;
const diskHangs = new Error('the disk does not answer');

const namePattern = /^usage\.waiting\.(\d+)$/;
export const waitingUsageName = (number: number): string => `usage.waiting.${number}`;

/** Tells whether a file belongs to the process `number`: its own one, or that of a process that is no longer started. */
export function isOwnFile(name: string, number: number, processes: number): boolean {
  const of = Number(namePattern.exec(name)?.[1] ?? 0);
  return of > 0 && ((of - 1) % processes) + 1 === number;
}

/**
 * Keeps usage that the office refuses in DATA_DIR, also over a restart, and sends it when the office is back; each part counts
 * once (ADR 49). A thread writes, so a slow disk delays no phone. It runs only while usage waits.
 */
export function createWaitingUsage(
  deps: WaitingUsageData & {
    send: (part: UsagePart | OlderUsagePart) => Promise<unknown>;
    logger: Logger;
    /** Milliseconds between two tries; only tests set it. */
    everyMs?: number;
  },
): WaitingUsage {
  const { send, logger, everyMs = usualEveryMs, ...data } = deps;
  const file = ownFile('ads/usage/ads.usage.waiting.thread');
  const thread = createThread<WaitingUsageMethods>(file, data);
  let waits = hasFile(data);
  /** The number of parts given to the disk. If another one came during `handOn`, more may wait. */
  let kept = 0;
  let isStopped = false;
  let isHandingOn = false;
  const outage = createOutage(logger, {
    failing: `usage on the disk cannot be read in ${data.folder}`,
    again: 'usage on the disk can be read again',
  });

  async function onDisk<Result>(answer: Promise<Result>): Promise<Result> {
    if (await resolvesWithin(answer, diskMs)) return answer;
    throw diskHangs;
  }

  async function keep(part: UsagePart, mayBeTaken: boolean): Promise<void> {
    kept += 1;
    await onDisk(thread.call('add', part, mayBeTaken));
    if (!waits) logger.warn('the office takes no usage: it is kept on the disk');
    waits = true;
  }

  /** Tells whether the disk takes a part; rejects when it hangs, because then the part may be kept or not. */
  const isKept = (part: UsagePart) =>
    keep(part, false).then(
      () => true,
      (error) => (error === diskHangs ? Promise.reject(error) : false),
    );

  /** Sends the waiting parts, until the office refuses or nothing is left. */
  async function handOn(): Promise<void> {
    const before = kept;
    let sent: number | null = null;
    while (!isStopped) {
      const next: WaitingPart | null = await onDisk(thread.call('next', sent));
      if (!next) break;
      try {
        await send(next.part);
      } catch {
        // The office is still away.
        return;
      }
      sent = next.id;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    if (isStopped || !(await onDisk(thread.call('close'))) || kept !== before) return;
    waits = false;
    logger.info('the office has taken the usage that was kept on the disk');
    await thread.end();
  }

  async function tryToHandOn(): Promise<void> {
    isHandingOn = true;
    try {
      await handOn();
      outage.works();
    } catch (error) {
      if (!isStopped) outage.fails(error);
    } finally {
      isHandingOn = false;
    }
  }

  const timer = setInterval(() => {
    if (waits && !isHandingOn) void tryToHandOn();
  }, everyMs).unref();

  return {
    async add(part) {
      if (waits && (await isKept(part))) return;
      try {
        await send(part);
      } catch (error) {
        logger.debug({ err: error }, 'the office has not taken usage');
        await keep(part, true);
      }
    },
    isWaiting: () => waits,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await thread.end();
    },
  };
}

function hasFile({ folder, number, processes }: WaitingUsageData): boolean {
  try {
    return readdirSync(folder).some((name) => isOwnFile(name, number, processes));
  } catch {
    // Without a folder, nothing waits in it.
    return false;
  }
}
