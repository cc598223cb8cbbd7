import type { SeenAnswer } from '@adwarden/contract/connections/connections';
import { useEffect, useReducer, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { watchConnection } from './connect.api.ts';

/** An answer, and when it was given: in milliseconds of `performance.now`. */
export type TimedAnswer = SeenAnswer & { at: number };

type Looking = {
  answer: TimedAnswer | null;
  /** `starting`: the server does not note answers yet. `over`: the ten minutes have passed. */
  phase: 'starting' | 'looking' | 'over' | 'failed';
  /** Why it failed. */
  message: string;
};

const beginning: Looking = { answer: null, phase: 'starting', message: '' };

/** The last answer to a phone of an app, as it happens, for ten minutes. `again` begins anew. */
export function useConnection(appID: string) {
  const [round, again] = useReducer((count: number) => count + 1, 0);
  const [looking, set] = useState(beginning);

  // biome-ignore lint/correctness/useExhaustiveDependencies(round): it begins anew with each round
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const update = (change: Partial<Looking>) => {
      if (!signal.aborted) set((before) => ({ ...before, ...change }));
    };
    set(beginning);
    watchConnection(appID, signal, ({ answer }) => {
      if (!answer) return update({ phase: 'looking' });
      const at = performance.now() - answer.secondsAgo * 1000;
      update({ phase: 'looking', answer: { ...answer, at } });
    }).then(
      () => update({ phase: 'over' }),
      (error: unknown) => update({ phase: 'failed', message: messageOf(error) }),
    );
    return () => leaving.abort();
  }, [appID, round]);

  return { ...looking, again };
}
