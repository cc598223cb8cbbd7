import type { Readiness } from '../front/health.ts';

/** The messages of `/readyz` when the office is away. */
const away = {
  withAds: 'the database is gone: ads are served, the back office is not',
  withoutAds: 'the database is gone, and there are no last good ads: waiting for it',
  lostWithAds: 'the office is away: ads are served, the back office is not',
  lostWithoutAds: 'the office is away, and there are no last good ads: waiting for it',
};

export type AwayTexts = typeof away;

/** The same messages at an edge. */
export const edgeAway: AwayTexts = {
  withAds: 'the office has lost its database: ads are served as they were',
  withoutAds: 'the office has lost its database, and there are no last good ads: waiting for it',
  lostWithAds: 'no office can be followed: ads are served as they were',
  lostWithoutAds: 'no office can be followed, and there are no last good ads: waiting for one',
};

/** Builds the state of a process that answers ads. */
export const readinessOf =
  (deps: {
    status: () => {
      ready: boolean;
      isLoaded: boolean;
      failing: boolean;
      isLost: boolean;
      apps: number;
      isRefused?: boolean;
    };
    /** Returns why the office does not use the database, in words; '' while it does, or while the database is gone. */
    refusal?: () => string;
    troubles: () => string[];
    /** Tells whether ads are kept in the data folder, or could be. */
    maySuffice: () => boolean;
    /** Returns false while the process starts or stops. */
    isServing: () => boolean;
    build: Record<string, unknown>;
    /** The messages when the office is away. Without them, the office is on the same machine. */
    texts?: AwayTexts;
    /** Returns further details to show. */
    more?: () => Record<string, unknown>;
  }): Readiness =>
  () => {
    const { status, refusal = () => '', troubles, maySuffice, isServing, build } = deps;
    const { texts = away, more = () => ({}) } = deps;
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
