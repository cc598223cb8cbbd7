import { pino } from 'pino';
import { expect, it } from 'vitest';
import { appIDFrom } from '../../../test/samples/app-id.ts';
import { systemClock } from '../../kit/clock.ts';
import { createAdsSnapshot } from '../answers/ads.snapshot.ts';
import { createAdsPauses } from '../pauses/ads.pauses.ts';
import { type AdsFollower, createAdsFollower } from './ads.follower.ts';
import type { LogPosition, OfficeLine } from './ads.stream.ts';

const at = (seq: number): LogPosition => ({ epoch: 'e', seq, mark: '' });
const someGone: OfficeLine = { kind: 'apps', apps: [], gone: [appIDFrom('a')] };

it('says a position only when the apps are exactly as they were there', async () => {
  const lines: [OfficeLine, seq: number | undefined][] = [
    [{ kind: 'all' }, undefined],
    [someGone, undefined],
    [{ kind: 'at', position: at(1) }, 1],
    [{ kind: 'current', now: null }, 1],
    [someGone, undefined],
    [{ kind: 'pauses', pauses: [] }, undefined],
    [{ kind: 'at', position: at(2) }, 2],
    // All apps come again, and the known ones stay until the end.
    [{ kind: 'all' }, 2],
    [someGone, 2],
    [{ kind: 'at', position: at(9) }, 9],
  ];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const follower: AdsFollower = createAdsFollower({
    async *followOffice(_, signal) {
      for (const [line, seq] of lines) {
        yield line;
        expect.soft(follower.position()?.seq, line.kind).toBe(seq);
      }
      resolve();
      await new Promise((end) => signal.addEventListener('abort', end));
    },
    snapshot: createAdsSnapshot(),
    pauses: createAdsPauses(systemClock),
    callers: { use() {}, useShares() {} },
    watched: { watch() {} },
    isEdge: false,
    time: { hear() {}, ends: systemClock },
    logger: pino({ level: 'silent' }),
  });
  follower.start();
  await all;
  await follower.stop();
});
