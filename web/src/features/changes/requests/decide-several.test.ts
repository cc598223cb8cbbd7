import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { decideSeveral } from './decide-several.ts';

const refusal = (message: string, status = 409) => new ApiError(message, { status });

/** Decides about a to d; those in `errors` fail. */
async function run(errors: Record<string, Error>) {
  const tried: string[] = [];
  const progress: number[] = [];
  const refused = await decideSeveral(
    ['a', 'b', 'c', 'd'],
    async (one) => {
      tried.push(one);
      if (errors[one]) throw errors[one];
    },
    (done) => progress.push(done),
  );
  return { tried, progress, refused };
}

describe('decideSeveral', () => {
  it('goes on after a refusal, and says which failed and why', async () => {
    const { tried, progress, refused } = await run({
      b: refusal('Not applied. Changed since: Note'),
      d: refusal('Change request not found', 404),
    });
    expect(tried).toEqual(['a', 'b', 'c', 'd']);
    expect(progress).toEqual([1, 2, 3, 4]);
    expect(refused).toEqual([
      { request: 'b', reason: 'Not applied. Changed since: Note' },
      { request: 'd', reason: 'Change request not found' },
    ]);
  });

  it.each([
    ['no answer came', new ApiError('The server cannot be reached', { status: 0 })],
    ['there were too many calls', refusal('Too many changes', 429)],
    ['the server failed', refusal('Something went wrong', 503)],
    ['the session is over', new ApiError('Signed out', { status: 401, sessionOver: true })],
  ])('stops when %s, and loses none', async (_, error) => {
    const { tried, refused } = await run({ b: error });
    expect(tried).toEqual(['a', 'b']);
    expect(refused.map(({ request }) => request)).toEqual(['b', 'c', 'd']);
    expect(refused.at(-1)?.reason).toBe(`Not tried. ${error.message}`);
  });
});
