import { describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { causeOutages, type Outage } from './outages.ts';

describe.skipIf(!findNginx())('outages, in short', () => {
  test('phones see none of them', { timeout: 300_000 }, async () => {
    const outages: Outage[] = [];
    await causeOutages({ away: 1.5, perSecond: 150 }, (outage) => outages.push(outage));
    expect(outages.length).toBeGreaterThanOrEqual(6);
    for (const { name, tally } of outages) {
      expect(tally.failures, name).toEqual({});
      expect(tally.answered, name).toBeGreaterThan(200);
    }
    const takeover = outages.find(({ name }) => name.includes('standby'));
    expect(takeover?.remarks.at(-1)).toMatch(/^[1-9]\d* writes acknowledged .*, none lost$/);
    expect(outages.at(-1)?.tally.stale).toBeGreaterThan(100);
  });
});
