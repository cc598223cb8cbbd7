import { describe, expect, it } from 'vitest';
import { countCards } from './count-cards.ts';

const stats = {
  apps: 67,
  live: 54,
  suspend: 5,
  inDevelop: 8,
  users: 9,
  findings: [],
  worstApps: [],
};
const shown = (paths: Parameters<typeof countCards>[0]) =>
  countCards(paths).map(({ label, link, to, countOf }) => [label, link, to, countOf(stats)]);

describe('countCards', () => {
  it('shows administrators five counts, each leading to what it counts', () => {
    expect(shown({ applications: '/a', users: '/u' })).toEqual([
      ['No. of Application', 'View Application', '/a', 67],
      ['No. of User', 'View User', '/u', 9],
      ['No. of Live App', 'See Live App', '/a?appStatus=live', 54],
      ['No. of Suspended App', 'See Suspended App', '/a?appStatus=suspend', 5],
      ['No. of In-Develop App', 'See In-Develop App', '/a?appStatus=in-develop', 8],
    ]);
  });

  it('shows owners the same without the users', () => {
    expect(shown({ applications: '/a' }).map(([label]) => label)).toEqual([
      'No. of Application',
      'No. of Live App',
      'No. of Suspended App',
      'No. of In-Develop App',
    ]);
  });
});
