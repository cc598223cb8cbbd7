import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { doFor } from '../kit/party.ts';
import { bearerOf } from './actor.ts';
import type { BackOffice } from './route.ts';

/** Which of these bearer tokens belong to sessions that have not ended. */
export type StillOpen = (bearers: string[]) => Promise<ReadonlySet<string>>;

declare module 'fastify' {
  interface FastifyReply {
    /** Ends an answer that has begun, before all of it is sent. Without it, the connection is closed. */
    endEarly: (() => void) | null;
  }
}

/** How often the sessions of open answers are checked, in milliseconds. Any process may end a session. */
const checkEveryMs = 500;

/** An answer of a session must not go on when that is over, whatever else has to be done. */
const checking = { key: 'sessions of open answers', isUrgent: true };

/**
 * Ends each answer that is still being sent when its session is over: after a sign-out, a new password, the deletion of the
 * person, or its age. At the latest a second later, however slowly the client reads. What is not begun yet is finished, because
 * it may be the answer to what ended the session. Must be called after `guardRoutes`.
 */
export function endAnswersWithSessions(server: BackOffice, stillOpen: StillOpen): void {
  /** The bearer token of each answer that is not sent whole. */
  const open = new Map<FastifyReply, string>();

  async function endOrphans(): Promise<void> {
    const asked = [...open].filter(([reply]) => reply.raw.headersSent);
    if (asked.length === 0) return;
    const known = await stillOpen([...new Set(asked.map(([, bearer]) => bearer))]);
    for (const [reply, bearer] of asked) if (!known.has(bearer)) end(reply);
  }
  let isChecking = false;
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    while (open.size > 0) {
      await pause(checkEveryMs, undefined, { ref: false });
      // Without the database nobody can be asked, and no session is ended.
      await endOrphans().catch(() => {});
    }
    isChecking = false;
  }

  server.decorateReply('endEarly', null);
  server.addHook('onRequest', async (request, reply) => {
    const bearer = bearerOf(request);
    if (!request.actor || !bearer || request.socket?.destroyed) return;
    open.set(reply, bearer);
    reply.raw.once('close', () => open.delete(reply));
    void doFor(checking, check);
  });
}

function end(reply: FastifyReply): void {
  if (reply.endEarly) reply.endEarly();
  else reply.raw.destroy();
}
