import {
  type Change,
  fieldName,
  type LeftField,
  type WayBackPreview,
} from '@adwarden/contract/changes/changes';
import { counted } from '@adwarden/contract/counted';
import { Button, Group, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isRefusal, messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { useBusyDialog } from '../../ui/dialog/dialog-busy.ts';
import classes from '../../ui/dialog/question-in-place.module.css';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { batchQuery, useUndoBatch } from '../bulk/batches.api.ts';
import { shownDifference } from './change-words.ts';
import { useWayBack, type Way, wayBackQuery } from './changes.api.ts';
import { Difference } from './difference.tsx';

type Props = {
  way: Way;
  change: Change;
  onCancel: () => void;
  onDone: () => void;
};

/** Fields shown before "Show all". */
const fieldsAtFirst = 8;

const allText =
  'Each application goes back to what it was before, where nobody has changed it since.';

function wordsOf({ way, change }: Pick<Props, 'way' | 'change'>) {
  if (change.action === 'delete') {
    return {
      title: 'Restore it?',
      text: 'It comes back as it was before it was deleted.',
      button: 'Restore',
    };
  }
  return way === 'undo'
    ? {
        title: 'Undo this change?',
        text: 'Only what this change did is taken back. Whatever was changed later stays.',
        button: 'Undo',
      }
    : {
        title: 'Go back to this version?',
        text: `Everything is set as it was after this change of ${formatDateTime(change.at)}. Later changes are taken back, too.`,
        button: 'Go back',
      };
}

/** The question before an undo or a restore: shows what it would change, or why the server refuses it. */
export function WayBackPanel({ way, change, onCancel, onDone }: Props) {
  const wayBack = useWayBack(way);
  // Once it is taken, everything is fetched again. Its preview would be refused then, before the panel closes.
  const enabled = wayBack.isIdle || wayBack.isError;
  const preview = useQuery({ ...wayBackQuery(way, change.seq), enabled });
  const undoBatch = useUndoBatch();
  const { batch: batchID = '', batchApps = 1 } = change;
  const isOfSeveral = way === 'undo' && batchApps > 1;
  const batch = useQuery({
    ...batchQuery(batchID),
    enabled: isOfSeveral,
    refetchInterval: false,
    retry: false,
  });
  const offersAll = isOfSeveral && batch.data?.canUndo === true;
  const [what, setWhat] = useState('one');
  const isAll = offersAll && what === 'all';
  const allApps = `all ${counted(batchApps, 'app')}`;
  useBusyDialog(wayBack.isPending || undoBatch.isPending);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const { title, text, button } = wordsOf({ way, change });
  const { data, error } = preview;
  const carryOut = (last: number) =>
    wayBack.mutate(
      { seq: change.seq, last },
      {
        onSuccess: onDone,
        // Somebody else changed it first, so the difference is out of date.
        onError: () => void preview.refetch(),
      },
    );
  const undoAll = () =>
    undoBatch.mutate(batchID, {
      onSuccess: ({ message }) => {
        toastSuccess(message);
        onDone();
      },
    });
  const isEmpty = data !== undefined && data.diff.length === 0;

  return (
    <section ref={panel} className={classes.panel} aria-label={title} tabIndex={-1}>
      <div>
        <h3>{title}</h3>
        {!error && <p>{isAll ? allText : text}</p>}
      </div>
      {offersAll && (
        <Radio.Group label="What a bulk change changed" value={what} onChange={setWhat}>
          <Group gap="lg" mt={4}>
            <Radio size="sm" value="one" label="This app" />
            <Radio size="sm" value="all" label={`A${allApps.slice(1)}`} />
          </Group>
        </Radio.Group>
      )}
      {!data && !error && <Loading />}
      {error && !isRefusal(error) && (
        <ErrorPanel
          message={messageOf(error)}
          retrying={preview.isFetching}
          onRetry={preview.refetch}
        />
      )}
      {isRefusal(error) && <p role="alert">{error.message}</p>}
      {data && !error && !isAll && <Planned change={change} preview={data} />}
      <Group gap="sm">
        {isAll && (
          <Button size="compact-sm" loading={undoBatch.isPending} onClick={undoAll}>
            Undo {allApps}
          </Button>
        )}
        {!isAll && data && !error && !isEmpty && (
          <Button
            size="compact-sm"
            loading={wayBack.isPending}
            disabled={preview.isFetching}
            onClick={() => carryOut(data.last)}
          >
            {button}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          disabled={wayBack.isPending || undoBatch.isPending}
          onClick={onCancel}
        >
          {!isAll && (isEmpty || error) ? 'Close' : 'Cancel'}
        </Button>
      </Group>
    </section>
  );
}

type PlannedProps = { change: Change; preview: WayBackPreview };

/** The difference from now, and the fields that stay as they are. */
function Planned({ change, preview: { diff, left } }: PlannedProps) {
  const { entity } = change;
  const action = change.action === 'delete' ? 'create' : 'update';
  const planned = { entity, action, diff } as const;
  const of = (reason: LeftField['reason']) =>
    left
      .filter((one) => one.reason === reason)
      .map(({ field }) => fieldName(entity, field))
      .join(', ');
  const [changed, gone] = [of('changed-since'), of('gone')];
  if (diff.length === 0) return <p>Nothing to change: it is like this now.</p>;
  return (
    <>
      {shownDifference(planned).length > 0 && (
        <Difference change={planned} planned atFirst={fieldsAtFirst} />
      )}
      {changed && <p>Left as it is, because somebody changed it since: {changed}.</p>}
      {gone && <p>Left as it is, because it is no longer there: {gone}.</p>}
    </>
  );
}
