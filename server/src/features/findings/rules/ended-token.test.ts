import { expect, it } from 'vitest';
import { dayMs } from '../../../kit/clock.ts';
import { type EndedToken, judgeEndedToken } from './ended-token.ts';

const now = Date.UTC(2026, 10, 28, 9);
const until = Date.UTC(2026, 10, 28, 0, 30);
const unused = { ending: 'dJf5', until, requests: 0, all: 0, answered: 0, refused: 0 };

it.each([
  ['had all requests', { requests: 1482, all: 1482 }, true],
  ['had a third of the requests', { requests: 34, all: 100 }, true],
  ['had few of the requests', { requests: 29, all: 100 }, false],
  ['had four requests', { requests: 4, all: 4 }, false],
  ['ended yesterday', { requests: 9, all: 9, until: until - dayMs }, true],
  ['ended before yesterday', { requests: 9, all: 9, until: until - 2 * dayMs }, false],
  ['is still refused', { refused: 5, answered: 100, until: until - 9 * dayMs }, true],
  ['is seldom refused', { refused: 5, answered: 1000, until: until - 9 * dayMs }, false],
  ['is refused no more', { answered: 100, until: until - 9 * dayMs }, false],
] as [string, Partial<EndedToken>, boolean][])('a token that %s', (_, over, isFound) => {
  const found = judgeEndedToken({ ...unused, ...over }, now);
  expect(found.map(({ rule }) => rule)).toEqual(isFound ? ['ended-token-in-use'] : []);
});

it('says which token, since when, and how much it was used', () => {
  const [found] = judgeEndedToken({ ...unused, requests: 1482, all: 1482 }, now);
  expect(found).toMatchObject({ since: until, facts: `dJf5 ${until}` });
  expect(found?.detail).toBe(
    'Installed copies with the token …dJf5 are refused since 28 Nov 2026, 00:30 UTC: it ended, and it had more than 1,000 requests on that day and the day before.',
  );
  const [refused] = judgeEndedToken({ ...unused, refused: 7 }, now);
  expect(refused?.detail).toMatch(/and 7 requests with it were refused since yesterday\.$/);
  expect(judgeEndedToken(undefined, now)).toEqual([]);
});
