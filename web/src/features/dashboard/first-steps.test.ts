import { describe, expect, it } from 'vitest';
import { firstSteps } from './first-steps.ts';

const stats = { apps: 0, live: 0, suspend: 0, inDevelop: 0, findings: [], worstApps: [] };
const admin = { applications: '/a', users: '/u' };
const done = (...question: Parameters<typeof firstSteps>) =>
  firstSteps(...question).map((step) => [step.title, step.done]);

describe('firstSteps', () => {
  it('are three for administrators and two for owners, checked off one by one', () => {
    expect(done(admin, { stats: { ...stats, users: 1 }, asked: false })).toEqual([
      ['Add an owner', true],
      ['Add an application', false],
      ['Connect a phone', false],
    ]);
    expect(done({ applications: '/a' }, { stats: { ...stats, apps: 2 }, asked: false })).toEqual([
      ['Add an application', true],
      ['Connect a phone', false],
    ]);
  });

  it('end with the first request for an app, also when there is no owner', () => {
    const one = { ...stats, users: 0, apps: 1 };
    expect(done(admin, { stats: one, asked: true })).toEqual([]);
    expect(done(admin, { stats: { ...stats, users: 0 }, asked: true })).toHaveLength(3);
  });
});
