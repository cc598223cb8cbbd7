import type { App } from '@adwarden/contract/apps';
import type { TokenUses } from '@adwarden/contract/traffic/tokens';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { mayWrite } from '../../../people/may.ts';
import { QuestionInPlace } from '../../../ui/dialog/question-in-place.tsx';
import { useAskInPlace } from '../../../ui/dialog/use-ask-in-place.ts';
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { tokenUsesQuery, useEndOldToken } from '../apps.api.ts';
import classes from './token-list.module.css';
import { TokenUsesPart } from './token-uses.tsx';
import { afterOldToken, inFull, keptDays, stillUsed } from './token-words.ts';

type Props = { app: App; onRotate: () => void };

/** The valid tokens of an app: the current one, and the old ones until their end, with a button to end each now. */
export function TokenList({ app, onRotate }: Props) {
  const tokens = useQuery(tokenUsesQuery(app.appID));
  const list = useRef<HTMLUListElement>(null);
  const writes = mayWrite();
  if (!tokens.data && tokens.error) {
    return (
      <ErrorPanel
        message={messageOf(tokens.error)}
        retrying={tokens.isFetching}
        onRetry={tokens.refetch}
      />
    );
  }
  if (!tokens.data) return <Loading />;
  const { tokens: valid, missingSince } = tokens.data;
  const most = Math.max(...valid.flatMap(({ days }) => days.map(({ requests }) => requests)), 1);
  return (
    <>
      <p className={classes.hint}>
        Phones ask with a token that is built into the app. After a new token, the old one stays
        valid until the copies that are installed have your update.
      </p>
      <ul ref={list} className={classes.list} aria-label="Tokens" tabIndex={-1}>
        {valid.map((token) =>
          token.until === null ? (
            <li key={token.since} className={classes.token}>
              <Ending ending={token.token}>
                {writes && (
                  <CopyButton value={app.authToken} label="Copy the current token" size={26} />
                )}
              </Ending>
              <span className={classes.state}>
                <StatusBadge tone="success">Current</StatusBadge>
              </span>
              <Facts token={token} until="No end" />
              {writes && (
                <Button variant="default" size="xs" className={classes.act} onClick={onRotate}>
                  New token…
                </Button>
              )}
              <TokenUsesPart uses={token} most={most} missingSince={missingSince} />
            </li>
          ) : (
            <OldToken
              key={token.since}
              appID={app.appID}
              token={token}
              until={token.until}
              most={most}
              missingSince={missingSince}
              onEnded={() => list.current?.focus()}
            />
          ),
        )}
      </ul>
      {valid.length === 1 && (
        <p className={classes.hint}>There is no old token: only the current one is valid.</p>
      )}
    </>
  );
}

type OldTokenProps = {
  appID: string;
  token: TokenUses;
  until: string;
  most: number;
  missingSince: string | null;
  onEnded: () => void;
};

function OldToken({ appID, token, until, most, missingSince, onEnded }: OldTokenProps) {
  const { token: ending, since } = token;
  const { asking, trigger, ask, cancel } = useAskInPlace();
  const { mutate, isPending, error } = useEndOldToken();

  function end(): void {
    mutate(
      { appID, since },
      {
        onSuccess({ message }) {
          toastSuccess(message);
          onEnded();
        },
      },
    );
  }

  return (
    <li className={classes.token}>
      <Ending ending={ending} />
      <span className={classes.state}>
        <StatusBadge tone="warning">Old</StatusBadge>
      </span>
      <Facts token={token} until={formatDateTime(until)} />
      {!asking && mayWrite() && (
        <Button
          ref={trigger}
          variant="default"
          size="xs"
          className={classes.act}
          aria-label={`End now the token that ends with ${ending}`}
          onClick={ask}
        >
          End now
        </Button>
      )}
      {asking && (
        <div className={classes.question}>
          <QuestionInPlace
            title={`End the token …${ending} now?`}
            text={`${stillUsed([token], 'it')}${afterOldToken} The current token stays.`}
            button="End now"
            keep="Cancel"
            danger
            pending={isPending}
            onCancel={cancel}
            onConfirm={end}
          />
          {error && (
            <p role="alert" className={classes.failure}>
              {messageOf(error)}
            </p>
          )}
        </div>
      )}
      <TokenUsesPart uses={token} most={most} missingSince={missingSince} />
    </li>
  );
}

type EndingProps = { ending: string; children?: React.ReactNode };

/** '…dJf5', the last four characters of a token. */
function Ending({ ending, children }: EndingProps) {
  return (
    <span className={classes.ending}>
      <span className="mono" translate="no">
        …{ending}
      </span>
      {children}
    </span>
  );
}

function Facts({ token, until }: { token: TokenUses; until: string }) {
  const facts = [
    ['Since', formatDateTime(token.since)],
    ['Until', until],
    [`Requests (${keptDays} days)`, inFull(token.requests)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
