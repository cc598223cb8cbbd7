import { expect } from 'vitest';
import type { StoredAnswers } from './stored.ts';

type Answers = Pick<StoredAnswers, 'answers' | 'files'>;

/** Expects all answers that a release gave, of the same statuses, and ads and icons byte by byte. */
export function expectSame(now: Answers, before: Answers): void {
  for (const [index, { path, as, status, body }] of before.answers.entries()) {
    expect(now.answers[index], `${path} as ${as}`).toMatchObject({ path, as, status });
    const { body: answer } = now.answers[index] ?? {};
    expect(ofApps(answer), `${path} as ${as}`).toMatchObject(ofApps(withNames(body)));
  }
  expect(now.answers).toHaveLength(before.answers.length);
  expect(now.files, 'the ads and the icons, byte by byte').toEqual(before.files);
}

/**
 * Returns an answer without findings about the installation, which stands among the worst apps (ADR 73): whether they are there
 * depends on the day, and on how long the server has run.
 */
function ofApps(answer: unknown): object {
  const { data } = answer as { data?: { worstApps?: { appID: string }[] } };
  if (!data?.worstApps) return answer as object;
  const worstApps = data.worstApps.filter(({ appID }) => appID !== '');
  return { ...(answer as object), data: { ...data, worstApps } };
}

type Entry = { entity?: string; key?: string; name?: string };

/**
 * Returns a stored answer without names that were app IDs: up to 0.3.2 the log had no other name of a deleted app's countries.
 */
function withNames(stored: unknown): object {
  const { data } = stored as { data?: unknown };
  if (!Array.isArray(data)) return stored as object;
  const entries = data.map((entry: Entry) => {
    const { name, ...rest } = entry;
    const isId = entry.entity === 'app-configuration' && name === entry.key;
    return isId ? rest : entry;
  });
  return { ...(stored as object), data: entries };
}
