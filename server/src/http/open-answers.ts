import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { doFor } from '../kit/turns/party.ts';
import { bearerOf } from './actor.ts';
import type { BackOffice } from './route.ts';

/** An answer that is being sent: the bearer token of its call, and the id of its session; absent with an API key. */
export type OpenAnswer = { bearer: string; session?: string | undefined };

/**
 * Returns the bearer tokens among these whose sessions or keys have not ended. A session that has got another token since (ADR 136)
 * has not ended.
 */
export type StillOpen = (answers: OpenAnswer[]) => Promise<ReadonlySet<string>>;

declare module 'fastify' {
  interface FastifyReply {
    /** Ends an answer that has begun, before all of it is sent. Without it, the connection is closed. */
    endEarly: (() => void) | null;
  }
}

/** Milliseconds between two checks of the sessions of open answers. Any process may end a session. */
const checkEveryMs = 500;

/** The check is urgent: an answer must not go on when its session is over, whatever other work waits. */
const checking = { key: 'sessions of open answers', isUrgent: true };

/**
 * Ends each answer that is still being sent when its session is over: after a sign-out, a new password, the deletion of the
 * person, or its age. At the latest a second later, however slowly the client reads. An answer that has not begun is finished,
 * because it may be the answer to the call that ended the session. Call it after `guardRoutes`.
 */
export function endAnswersWithSessions(server: BackOffice, stillOpen: StillOpen): void {
  /** The call of each answer that is not yet sent as a whole. */
  const open = new Map<FastifyReply, OpenAnswer>();

  async function endOrphans(): Promise<void> {
    const asked = [...open].filter(([reply]) => reply.raw.headersSent);
    if (asked.length === 0) return;
    const byBearer = new Map(asked.map(([, answer]) => [answer.bearer, answer]));
    const known = await stillOpen([...byBearer.values()]);
    for (const [reply, { bearer }] of asked) if (!known.has(bearer)) end(reply);
  }
  let isChecking = false;
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    while (open.size > 0) {
      await pause(checkEveryMs, undefined, { ref: false });
      // Without the database no session can be checked, and none is ended.
      await endOrphans().catch(() => {});
    }
    isChecking = false;
  }

  server.decorateReply('endEarly', null);
  server.addHook('onRequest', async (request, reply) => {
    const bearer = bearerOf(request);
    if (!request.actor || !bearer || request.socket?.destroyed) return;
    open.set(reply, { bearer, session: request.actor.session });
    reply.raw.once('close', () => open.delete(reply));
    void doFor(checking, check);
  });
}

function end(reply: FastifyReply): void {
  if (reply.endEarly) reply.endEarly();
  else reply.raw.destroy();
}
