import type { BellItem } from '@adwarden/contract/notifications/bell';
import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api-error.ts';
import { momentInWords } from '../../lib/words/moment-words.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { FramedList } from '../../ui/framed-list.tsx';
import { bellQuery, useReadBell } from './bell.api.ts';
import classes from './bell.module.css';

/** Lists the items of the bell. A click on an item marks it as read, and leads to its cause. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  const { data: bell } = useQuery(bellQuery);
  const { mutate } = useReadBell();
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>Notifications</h2>
        {bell && bell.unread > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => mutate(undefined)}>
            Mark all as read
          </Button>
        )}
      </div>
      <Items
        onOpen={({ id, isRead }) => {
          if (!isRead) mutate([id]);
          onClose();
        }}
      />
    </>
  );
}

function Items({ onOpen }: { onOpen: (item: BellItem) => void }) {
  const { data: bell, error, isFetching, refetch } = useQuery(bellQuery);
  if (!bell && error) {
    return (
      <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (!bell) return <Loading />;
  if (bell.data.length === 0) {
    return (
      <EmptyState kind="all-well" title="Nothing new">
        What concerns you is listed here: approvals, bulk changes that ended, new errors, pauses.
      </EmptyState>
    );
  }
  const now = Date.now();
  return (
    // Its links are reached by keyboard, so the list needs no stop of its own.
    <FramedList bare scrolls tabIndex={-1} aria-label="Notifications">
      {bell.data.map((item) => (
        <li key={item.id}>
          <Link className={classes.item} to={item.path} onClick={() => onOpen(item)}>
            <span className={classes.dot} data-read={item.isRead || undefined}>
              {!item.isRead && <VisuallyHidden>New: </VisuallyHidden>}
            </span>
            <span className={classes.text}>
              {item.text}
              <span className={classes.time}>{momentInWords(Date.parse(item.at), now)}</span>
            </span>
          </Link>
        </li>
      ))}
    </FramedList>
  );
}
