import { readdirSync } from 'node:fs';
import type { Logger } from '../../kit/logger.ts';
import { ownFile } from '../../kit/own-files.ts';
import { createThread } from '../../kit/thread.ts';
import { resolvesWithin } from '../../kit/within.ts';
import type { OlderUsagePart, UsagePart } from '../following/ads.stream.ts';

/** The folder of the file, the number of this ads process, and how many there are. */
export type WaitingUsageData = { folder: string; number: number; processes: number };

/** A part and its place on the disk. */
export type WaitingPart = { id: number; part: UsagePart | OlderUsagePart };

/** What the thread does. `mayBeTaken`: the office may have added the part already, so it is sent as it is. */
export type WaitingUsageMethods = {
  add(part: UsagePart, mayBeTaken: boolean): void;
  /** The next part to send, after the one with `sentId` was taken; null when none waits. */
  next(sentId: number | null): WaitingPart | null;
  /** Removes the file; false when something waits in it. */
  close(): boolean;
};

export type WaitingUsage = {
  /** Sends a part to the office. If that fails, keeps it on the disk until the office takes it. Rejects when both fail. */
  add(part: UsagePart): Promise<void>;
  /** Whether usage waits on the disk. */
  isWaiting(): boolean;
  stop(): Promise<void>;
};

const usualEveryMs = 5_000;
/** The pause between two parts, so that an office which comes back has time for others. */
const pauseMs = 10;
/** A disk that does not answer for so long may hang for ever. */
const diskMs = 10_000;
const diskHangs = new Error('the disk does not answer');

const namePattern = /^usage\.waiting\.(\d+)$/;
export const waitingUsageName = (number: number): string => `usage.waiting.${number}`;

/** Whether a file belongs to the process `number`: its own one, or that of a process that is no longer started. */
export function isOwnFile(name: string, number: number, processes: number): boolean {
  const of = Number(namePattern.exec(name)?.[1] ?? 0);
  return of > 0 && ((of - 1) % processes) + 1 === number;
}

/**
 * Keeps usage that the office does not take in DATA_DIR, also over a restart, and hands it on when the office is back;
 * each part counts once (ADR 49). A thread writes, so a slow disk holds up no phone. It runs only while usage waits.
 */
export function createWaitingUsage(
  parts: WaitingUsageData & {
    send: (part: UsagePart | OlderUsagePart) => Promise<unknown>;
    logger: Logger;
    /** Milliseconds between two tries; another number is for tests. */
    everyMs?: number;
  },
): WaitingUsage {
  const { send, logger, everyMs = usualEveryMs, ...data } = parts;
  const file = ownFile('ads/usage/ads.usage.waiting.thread');
  const thread = createThread<WaitingUsageMethods>(file, data);
  let waits = hasFile(data);
  /** How many parts were given to the disk. If another one came during `handOn`, more may wait. */
  let kept = 0;
  let isStopped = false;
  let isHandingOn = false;
  let isFailing = false;

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

  /** Whether the disk takes a part; rejects when it hangs, because then the part may be kept or not. */
  const isKept = (part: UsagePart) =>
    keep(part, false).then(
      () => true,
      (error) => (error === diskHangs ? Promise.reject(error) : false),
    );

  /** Sends what waits, until the office refuses or nothing is left. */
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
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) {
        logger.error({ err: error, folder: data.folder }, 'usage on the disk cannot be read');
      }
      isFailing = true;
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
    // Without a folder nothing waits in it.
    return false;
  }
}
