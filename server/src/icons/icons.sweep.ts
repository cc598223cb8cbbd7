import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/schema.ts';
import { hourly } from '../kit/hourly.ts';
import type { Logger } from '../kit/logger.ts';
import { deleteUnnamedIcons } from './icons.store.ts';

const iconsAtOnce = 50;

/**
 * Deletes the icons that no app and no entry of the log of changes refers to, in small transactions so that no
 * write waits long; returns how many.
 */
export async function sweepIcons(db: Db): Promise<number> {
  let all = 0;
  for (;;) {
    const swept = await deleteUnnamedIcons(db, iconsAtOnce);
    all += swept;
    if (swept < iconsAtOnce) return all;
    await pause(20);
  }
}

/** Sweeps soon after the start, then every hour; returns the function that stops it. */
export function sweepIconsHourly(db: Db, logger: Logger): () => void {
  return hourly(
    async () => {
      const icons = await sweepIcons(db);
      if (icons > 0) logger.info({ icons }, 'deleted icons that nothing refers to');
    },
    (error) => logger.error({ err: error }, 'sweeping icons failed'),
  );
}
