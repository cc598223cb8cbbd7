import { counted } from '@adwarden/contract/counted';
import type { CheckState, SystemCheck } from '@adwarden/contract/doctor';
import { Button, Paper, Skeleton } from '@mantine/core';
import { IconDeviceFloppy, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { mayWrite } from '../../people/may.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { FramedList } from '../../ui/framed-list.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { systemCheckQuery, useAcceptTime, useSaveCopy } from './system-check.api.ts';
import classes from './system-check.module.css';

const states: Record<CheckState, { word: string; tone: Tone }> = {
  error: { word: 'Error', tone: 'danger' },
  warning: { word: 'Warning', tone: 'warning' },
  note: { word: 'Note', tone: 'neutral' },
  ok: { word: 'In order', tone: 'success' },
};

/** Returns 'Everything is in order', or how much is not. */
function summaryOf(checks: SystemCheck[]): string {
  const count = (state: CheckState, one: string) => {
    const number = checks.filter((check) => check.state === state).length;
    return number === 0 ? [] : [counted(number, one)];
  };
  const parts = [...count('error', 'error'), ...count('warning', 'warning')];
  return parts.length === 0 ? 'Everything is in order' : parts.join(', ');
}

/** Says how much is wrong, in words that screen readers say after each check. */
export function CheckSummary() {
  const { data, error } = useQuery(systemCheckQuery);
  return <span role="status">{data && !error ? summaryOf(data.data) : ''}</span>;
}

export function CheckAgain() {
  const { data, isFetching, refetch } = useQuery(systemCheckQuery);
  if (!data) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={isFetching}
      onClick={() => void refetch()}
    >
      Check again
    </Button>
  );
}

/** Lists what is wrong with the installation, or will be: each with what, why and what to do (`npm run doctor`). */
export function SystemCheckList() {
  const { data, error, isFetching, refetch } = useQuery(systemCheckQuery);
  if (error) {
    return <ErrorPanel message={messageOf(error)} onRetry={refetch} retrying={isFetching} />;
  }
  if (!data) {
    return (
      <Delayed>
        <Skeleton height={320} radius="lg" role="status" aria-label="Checking" />
      </Delayed>
    );
  }
  return (
    <Paper className={classes.frame}>
      <FramedList bare aria-label="Checks">
        {data.data.map((check) => (
          <Item key={`${check.name} ${check.what}`} check={check} />
        ))}
      </FramedList>
    </Paper>
  );
}

/** Saves a copy of a database whose files are gone. The folder must be read, so it stays on the page. */
function SaveCopy() {
  const { mutate, isPending, data, error } = useSaveCopy();
  return (
    <div className={classes.call}>
      <Button
        leftSection={<IconDeviceFloppy size={16} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Save a copy
      </Button>
      <p role="status" className={classes.saved}>
        {data && (
          <>
            Saved on the server, in <bdi>{data}</bdi>
          </>
        )}
      </p>
      {error && (
        <p role="alert" className={classes.failed}>
          {messageOf(error)}
        </p>
      )}
    </div>
  );
}

/** Lets a person say that the clock is right. The text of the check shows which time that is. */
function AcceptClock() {
  const { mutate, isPending } = useAcceptTime();
  const accept = () => mutate(undefined, { onSuccess: ({ message }) => toastSuccess(message) });
  return (
    <div className={classes.call}>
      <Button loading={isPending} onClick={accept}>
        Accept the clock
      </Button>
    </div>
  );
}

function Item({ check: { state, what, why, todo, call } }: { check: SystemCheck }) {
  const { word, tone } = states[state];
  return (
    <li className={classes.item}>
      <span>
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </span>
      <div className={classes.words}>
        <p className={classes.what}>{what}</p>
        {why && <p className={classes.why}>{why}</p>}
        {todo && <p className={classes.todo}>{todo}</p>}
        {call === 'saveCopy' && mayWrite() && <SaveCopy />}
        {call === 'acceptTime' && mayWrite() && <AcceptClock />}
      </div>
    </li>
  );
}
