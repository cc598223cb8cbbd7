import type { Readiness } from '../front/health.ts';

/** What `/readyz` says when the office is away. */
const away = {
  withAds: 'the database is gone: ads are served, the back office is not',
  withoutAds: 'the database is gone, and there are no last good ads: waiting for it',
  lostWithAds: 'the office is away: ads are served, the back office is not',
  lostWithoutAds: 'the office is away, and there are no last good ads: waiting for it',
};

export type AwayTexts = typeof away;

/** The same at an edge. */
export const edgeAway: AwayTexts = {
  withAds: 'the office has lost its database: ads are served as they were',
  withoutAds: 'the office has lost its database, and there are no last good ads: waiting for it',
  lostWithAds: 'no office can be followed: ads are served as they were',
  lostWithoutAds: 'no office can be followed, and there are no last good ads: waiting for one',
};

/** The state of a process that answers ads. */
export const readinessOf =
  (parts: {
    status: () => {
      ready: boolean;
      isLoaded: boolean;
      failing: boolean;
      isLost: boolean;
      apps: number;
      isRefused?: boolean;
    };
    /** Why the office does not use the database, in words; '' while it does, or while the database is gone. */
    refusal?: () => string;
    troubles: () => string[];
    /** Whether ads are kept in the data folder, or could be. */
    maySuffice: () => boolean;
    /** False while the process starts or stops. */
    isServing: () => boolean;
    build: Record<string, unknown>;
    /** What it says when the office is away. Without it, the office is on the same machine. */
    texts?: AwayTexts;
    /** What else it shows. */
    more?: () => Record<string, unknown>;
  }): Readiness =>
  () => {
    const { status, refusal = () => '', troubles, maySuffice, isServing, build } = parts;
    const { texts = away, more = () => ({}) } = parts;
    const { ready, isLoaded, failing, isLost, apps, isRefused = false } = status();
    const database = isLoaded ? texts.withAds : texts.withoutAds;
    const office = isLoaded ? texts.lostWithAds : texts.lostWithoutAds;
    const trouble = failing ? refusal() || (isLost ? office : database) : '';
    return {
      // A node that has never kept its ads would have none after a restart without the database.
      ready: ready && isServing() && maySuffice() && !isRefused,
      troubles: [...new Set([trouble, ...troubles()].filter(Boolean))],
      detail: { apps, ...more(), ...build },
    };
  };
