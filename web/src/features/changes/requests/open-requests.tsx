import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { changeRequestWords } from '@adwarden/contract/state-words';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import type { Role } from '../../../lib/role.ts';
import { safetyTabPath } from '../../../lib/safety-tabs.ts';
import { RetryButton } from '../../../ui/feedback/retry-button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './open-requests.module.css';
import { RequestActions } from './request-actions.tsx';
import { RequestDifference } from './request-difference.tsx';
import { mostUrgentFirst } from './request-rules.ts';
import { stateTones, whenOf } from './request-words.ts';

/** Fields of a request shown before "Show all". */
const fieldsAtFirst = 4;

type Props = {
  requests: readonly ChangeRequest[];
  role: Role;
  /** Shown below the requests. */
  children?: ReactNode;
};

/** Open requests for one app, each with its difference and what can be done with it. */
export function OpenRequests({ requests, role, children }: Props) {
  const frame = useRef<HTMLElement>(null);
  return (
    // Rendered without requests, too: it takes the focus when the last one is decided.
    <section
      ref={frame}
      className={classes.frame}
      aria-label={requests.length > 0 ? 'Open change requests' : undefined}
      tabIndex={-1}
    >
      {requests.length > 0 && (
        <ul className={classes.list}>
          {mostUrgentFirst(requests).map((request) => (
            <OpenRequest
              key={`${request.id} ${request.changedAt}`}
              request={request}
              role={role}
              onDone={() => frame.current?.focus()}
            />
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}

type OneProps = { request: ChangeRequest; role: Role; onDone: () => void };

function OpenRequest({ request, role, onDone }: OneProps) {
  const { state, author, note, reason } = request;
  const { moment, distance } = whenOf(request, Date.now());
  const isDated = state === 'scheduled' || distance !== '';
  return (
    <li className={classes.request}>
      <p className={classes.what}>
        <StatusBadge tone={stateTones[state]}>{changeRequestWords[state]}</StatusBadge>
        {isDated && (
          <span className={classes.when}>
            {moment}, {distance}
          </span>
        )}
      </p>
      <p className={classes.who}>
        by <bdi>{author.name}</bdi>
        {note !== '' && (
          <>
            : <bdi>{note}</bdi>
          </>
        )}
      </p>
      {reason !== '' && <p className={classes.reason}>{reason}</p>}
      <RequestDifference request={request} atFirst={fieldsAtFirst} />
      <RequestActions request={request} role={role} onDone={onDone} />
    </li>
  );
}

/** Leads to the list of all open requests for an app. */
export function AllRequestsLink({ role, appID, children }: AllProps) {
  const query = new URLSearchParams({ appID });
  return (
    <Link to={`${safetyTabPath(role, 'change-requests')}?${query}`} className={classes.all}>
      {children}
    </Link>
  );
}
type AllProps = { role: Role; appID: string; children: ReactNode };

/** Instead of the requests, when they could not be loaded. */
export function RequestsFailed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <div className={classes.failed} role="alert">
      The open change requests could not be loaded.
      <RetryButton size="compact-sm" retrying={retrying} onRetry={onRetry} />
    </div>
  );
}
