import { succeed } from '../envelope.ts';

/** Builds an example of each schema of traffic, about an app. */
export function trafficExamples(app: { appID: string; appName: string; updatedAt: string }) {
  const counts = {
    on: 5200,
    off: { paused: 0, suspended: 0, 'ads-off': 0, country: 3572, vpn: 18 },
    unknown: 0,
    notModified: 2310,
    oldToken: 12,
    wrongToken: 3,
  };
  const before = { ...counts, on: 8670, off: { ...counts.off, country: 4 } };
  const by = { kind: 'admin', name: 'Administrator' };
  const traffic = {
    step: 'day',
    steps: [{ at: '2026-11-20T00:00:00.000Z', ...counts, weekBefore: before }],
    total: counts,
    countries: [
      { country: 'US', ...counts, off: { ...counts.off, country: 0 } },
      { country: 'IN', ...counts, on: 0, oldToken: 0 },
    ],
    marks: [
      {
        kind: 'change',
        at: app.updatedAt,
        by,
        seq: 413,
        entity: 'app-configuration',
        key: app.appID,
        name: app.appName,
        action: 'update',
        fields: ['country', 'countryCodes'],
      },
    ],
    hasMoreMarks: false,
    keptFrom: '2026-08-24T00:00:00.000Z',
    asOf: '2026-11-21T08:30:00.000Z',
  };
  const comparison = {
    from: '2026-11-20',
    to: '2026-11-20',
    by: 'app',
    of: 'on',
    weeks: 4,
    increases: [],
    decreases: [{ key: app.appID, name: app.appName, requests: 5200, usual: 8672, isGone: false }],
    computedAt: traffic.asOf,
    only: null,
  };
  return {
    TrafficAnswer: succeed('Requests', traffic),
    TrafficComparisonAnswer: succeed('Requests compared', comparison),
    ExportedTraffic: [{ at: '2026-11-20', requests: '8790', on: '5200' }],
    TokenUsesAnswer: succeed('Uses of tokens', {
      appID: app.appID,
      tokens: [
        {
          token: 'dJf5',
          since: '2026-11-19T09:15:00.000Z',
          until: null,
          requests: 5200,
          isComplete: true,
          days: [{ day: '2026-11-20', requests: 5200 }],
          countries: [{ country: 'US', requests: 5200 }],
        },
      ],
      missingSince: null,
      refused: {
        requests: 38,
        lastAt: '2026-11-20T14:00:00.000Z',
        ended: [{ token: 'x8Wq', endedAt: '2026-11-19T09:15:00.000Z', requests: 35 }],
      },
    }),
  };
}
