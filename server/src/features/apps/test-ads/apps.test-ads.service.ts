import type { TestedAds, TestQuestion, TestStep } from '@adwarden/contract/test-ads';
import type { Db } from '../../../db/schema.ts';
import { findApp } from '../../../edits/apps.store.ts';
import type { RunningOffice } from '../../../feature.ts';
import type { Actor } from '../../../http/actor.ts';
import { notFound } from '../../../kit/app-error.ts';
import { seesApp } from '../../../sight/apps.policy.ts';
import { judgeAsked } from './apps.asked.service.ts';

export type TestAds = (actor: Actor, appID: string, question: TestQuestion) => Promise<TestedAds>;

/** Builds "Test as a phone in…" (ADR 30 "Caller"); 404 for an app that does not exist or belongs to somebody else. */
export function createTestAds({
  db,
  explainAds,
}: { db: Db } & Pick<RunningOffice, 'explainAds'>): TestAds {
  return async (actor, appID, { asked, ...caller }) => {
    const app = await findApp(db, appID);
    if (!app || !seesApp(actor, app)) throw notFound('Application');
    const tested = await explainAds(appID, caller, `${actor.kind}:${actor.id}`);
    if (!tested) throw notFound('Application');
    if (asked === undefined) return tested;
    const { step, isRefused } = await judgeAsked(db, actor, { appID, asked });
    const steps = [step, ...tested.steps];
    if (!isRefused) return { ...tested, steps };
    const refused: TestStep = {
      rule: 'verdict',
      outcome: 'stop',
      text: 'The phone is refused, and its app gets no ads.',
    };
    return { ...tested, steps: steps.map((one) => (one.rule === 'verdict' ? refused : one)) };
  };
}
