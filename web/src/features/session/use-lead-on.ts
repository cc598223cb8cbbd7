import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Role } from '../../lib/role.ts';
import { maySeek, seekSession, takeOver } from './hand-over.ts';
import type { ReturnState } from './return-to.ts';

/** The role whose page a path is. */
export const roleOfPath = (path: string): Role => (/^\/admin(\/|$)/.test(path) ? 'admin' : 'user');

/**
 * On a sign-in page to which a new tab was led: takes the session of another tab that answers late, or that somebody signs in to
 * meanwhile, and leads on; not while somebody types. A sign-in page that was opened by its own address takes none.
 */
export function useLeadOn(): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { from, seeks = false } = (state as ReturnState) ?? {};
  useEffect(() => {
    if (!from || !seeks || !maySeek()) return;
    let hasTyped = false;
    const note = () => {
      hasTyped = true;
    };
    const seeking = seekSession(roleOfPath(from.pathname), (session) => {
      if (hasTyped) return;
      takeOver(session);
      navigate(from, { replace: true });
    });
    const ask = () => {
      if (!hasTyped) seeking.ask();
    };
    ask();
    addEventListener('focus', ask);
    addEventListener('beforeinput', note, true);
    return () => {
      seeking.stop();
      removeEventListener('focus', ask);
      removeEventListener('beforeinput', note, true);
    };
  }, [from, seeks, navigate]);
}
