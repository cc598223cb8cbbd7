import { describe, expect, test } from 'vitest';
import { findNginx } from '../programs/find-nginx.ts';
import { causeOutages, type Outage } from './outages.ts';

describe.skipIf(!findNginx())('outages, in short', () => {
  test.each([
    ['PostgreSQL', 13],
    ['SQLite', 10],
  ] as const)('on %s phones see none of them', { timeout: 600_000 }, async (database, most) => {
    const outages: Outage[] = [];
    const pace = { away: 1.5, perSecond: 150 };
    const counted = await causeOutages(database, pace, (outage) => outages.push(outage));
    expect(outages.length).toBe(most);
    for (const { name, near, far } of outages) {
      expect(near.failures, name).toEqual({});
      expect(far.failures, name).toEqual({});
      expect(near.answered, name).toBeGreaterThan(200);
      expect(far.answered, name).toBeGreaterThan(30);
    }
    expect(counted).toMatch(/counted all \d{3,} answers of the far edge/);
    if (database === 'PostgreSQL') {
      const takeover = outages.find(({ name }) => name.includes('standby'));
      expect(takeover?.remarks[1]).toMatch(/^[1-9]\d* writes acknowledged .*, none lost$/);
    }
    expect(outages.at(-1)?.near.stale).toBeGreaterThan(100);
  });
});
