import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '@adwarden/contract/connections/connections';
import type { ChangesFeed } from '../../../changes/changes.feed.ts';
import type { Db } from '../../../db/schema.ts';
import { findApp } from '../../../edits/apps.store.ts';
import type { Actor } from '../../../http/actor.ts';
import { notFound } from '../../../kit/app-error.ts';
import type { Clock } from '../../../kit/clock.ts';
import { seesApp } from '../../../sight/apps.policy.ts';
import { presentConnection } from './apps.connect.present.ts';
import { findWatch, watchApp } from './apps.connect.store.ts';
import type { KnownWatches } from './apps.connect.watches.ts';

export type ConnectService = ReturnType<typeof createConnect>;

/** Calls `send` at once and with each new answer; returns the function that stops it. */
type Begin = (send: (connection: Connection) => void) => () => void;

/** Milliseconds until every other process has read the watch, so that it does not miss a phone that asks at once. */
const othersKnowMs = 150;

/**
 * Builds "Connect" (ADR 42): the answers to the phones of an app, as they happen. Every call is a 404 for an app that
 * does not exist or belongs to somebody else. `now` is the database's time.
 */
export function createConnect(deps: {
  db: Db;
  feed: ChangesFeed;
  watches: KnownWatches;
  now: Clock;
}) {
  const { db, feed, watches, now } = deps;

  async function check(actor: Actor, appID: string): Promise<void> {
    const app = await findApp(db, appID);
    if (!app || !seesApp(actor, app)) throw notFound('Application');
  }

  return {
    /** Watches an app for ten minutes from now. */
    async start(actor: Actor, appID: string): Promise<Connection> {
      await check(actor, appID);
      const watch = await watchApp(db, actor, appID);
      await Promise.all([feed.announce(), pause(othersKnowMs)]);
      return presentConnection(appID, watch, now());
    },

    /** Returns the watch of an app and its last answer. */
    async find(actor: Actor, appID: string): Promise<Connection> {
      await check(actor, appID);
      return presentConnection(appID, await findWatch(db, appID), now());
    },

    /**
     * Follows the watch and its last answer: calls again with each new answer; sends nothing while the app belongs to somebody
     * else.
     */
    async follow(actor: Actor, appID: string): Promise<Begin> {
      await check(actor, appID);
      return (send) => {
        const tell = () => {
          const watch = watches.of(appID);
          if (!watch || seesApp(actor, watch)) send(presentConnection(appID, watch, now()));
        };
        tell();
        return watches.follow(appID, tell);
      };
    },
  };
}
