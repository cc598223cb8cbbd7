import type { FindActor } from '../http/actor.ts';
import type { StillOpen } from '../http/open-answers.ts';
import { isKeyText } from '../people/key-text.ts';

/** A way to make calls with a bearer token: a session, or an API key. */
type WayIn = { findActor: FindActor; stillOpen: StillOpen };

/** Joins the two ways: each bearer token goes its own, by its form. */
export const waysIn = (sessions: WayIn, keys: WayIn): WayIn => ({
  findActor: (bearer, address, isUse) =>
    (isKeyText(bearer) ? keys : sessions).findActor(bearer, address, isUse),

  async stillOpen(answers) {
    const [ofKeys, ofSessions] = [
      answers.filter(({ bearer }) => isKeyText(bearer)),
      answers.filter(({ bearer }) => !isKeyText(bearer)),
    ];
    const open = await Promise.all([
      ofKeys.length > 0 ? keys.stillOpen(ofKeys) : new Set<string>(),
      ofSessions.length > 0 ? sessions.stillOpen(ofSessions) : new Set<string>(),
    ]);
    return new Set(open.flatMap((some) => [...some]));
  },
});
