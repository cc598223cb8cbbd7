import {
  comparedBy,
  comparedCounts,
  type TrafficComparison,
} from '@adwarden/contract/traffic/comparison';
import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { messageOf } from '../../lib/api-error.ts';
import type { Role } from '../../lib/role.ts';
import { may } from '../../people/may.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './biggest-changes.module.css';
import { comparedDays, comparedWords, nothingCompared } from './comparison-words.ts';
import { DifferenceList } from './difference-list.tsx';
import { DownloadButton } from './download-button.tsx';
import { downloadComparison, useComparison } from './traffic.api.ts';
import panels from './traffic-panels.module.css';
import { changeInWords, inFull } from './traffic-words.ts';
import type { TrafficPlace } from './use-traffic-place.ts';

const byWords: Record<TrafficComparison['by'], string> = {
  app: 'By app',
  owner: 'By owner',
  account: 'By account',
  country: 'By country',
};

/** Reads from the address what to compare. */
function questionOf(params: URLSearchParams, role: Role) {
  const day = params.get('until') ?? '';
  return {
    days: params.get('over') === 'week' ? (7 as const) : (1 as const),
    by: waysOf(role).find((by) => by === params.get('by')) ?? 'app',
    of: comparedCounts.find((of) => of === params.get('of')) ?? null,
    day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : '',
    owner: may(role, 'see-all') ? (params.get('owner') ?? '') : '',
    account: params.get('account') ?? '',
  };
}

/** Owners are compared by administrators only. */
const waysOf = (role: Role) => comparedBy.filter((by) => may(role, 'see-all') || by !== 'owner');

/** Shows the biggest increases and decreases against the same weekdays of the four weeks before; each links to more about it. */
export function BiggestChanges({
  of,
  place: { params, change },
}: {
  of: Role;
  place: TrafficPlace;
}) {
  const question = questionOf(params, of);
  const { data, error, isFetching, isPlaceholderData, refetch } = useComparison(question);
  const compared = question.of ?? data?.of ?? 'on';
  return (
    <Panel
      title="Biggest decreases and increases"
      hint={data ? comparedDays(data) : 'Days in UTC'}
      isStale={isPlaceholderData}
      actions={
        <div className={panels.actions}>
          <SegmentedControl
            size="xs"
            aria-label="Compared time"
            data={[
              { value: 'day', label: 'Day' },
              { value: 'week', label: 'Week' },
            ]}
            value={question.days === 7 ? 'week' : 'day'}
            onChange={(value) => change({ over: value === 'week' ? value : null })}
          />
          <NativeSelect
            size="xs"
            aria-label="Compared by"
            data={waysOf(of).map((value) => ({ value, label: byWords[value] }))}
            value={question.by}
            onChange={({ currentTarget: { value } }) =>
              change({ by: value === 'app' ? null : value })
            }
          />
          <NativeSelect
            size="xs"
            aria-label="Compared requests"
            data={comparedCounts.map((value) => ({ value, label: comparedWords[value] }))}
            value={compared}
            onChange={({ currentTarget: { value } }) => change({ of: value })}
          />
          <DownloadButton onDownload={() => downloadComparison({ ...question, of: compared })} />
        </div>
      }
    >
      {data?.only && (
        <OnlyOf
          of={of}
          compared={data}
          only={data.only}
          onAll={() => change({ owner: null, account: null })}
        />
      )}
      {data ? (
        <Differences of={of} compared={data} />
      ) : error ? (
        <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={refetch} />
      ) : (
        <Delayed>
          <Skeleton height={300} radius="md" role="status" aria-label="Loading" />
        </Delayed>
      )}
    </Panel>
  );
}

type OnlyOfProps = {
  of: Role;
  compared: TrafficComparison;
  only: NonNullable<TrafficComparison['only']>;
  onAll: () => void;
};

/** Names the owner or account whose apps alone are compared, with the requests of all of them, and links back to all apps. */
function OnlyOf({ of, compared, only: { name, requests, usual }, onAll }: OnlyOfProps) {
  return (
    <p className={classes.only} role="status">
      <span>
        Only apps of <bdi className={classes.onlyName}>{name}</bdi>: {inFull(requests)}{' '}
        {compared.of === 'on' ? 'requests with ads on' : 'requests'}
        {compared.weeks > 0 && (
          <>
            , usually {inFull(usual)} ({changeInWords(requests, usual)})
          </>
        )}
      </span>
      <Button size="compact-xs" variant="default" onClick={onAll}>
        {may(of, 'see-all') ? 'Compare all apps' : 'Compare all your apps'}
      </Button>
    </p>
  );
}

function Differences({ of, compared }: { of: Role; compared: TrafficComparison }) {
  const nothing = nothingCompared(compared);
  if (nothing !== '') return <p className={panels.none}>{nothing}</p>;
  return (
    <div className={classes.lists}>
      <DifferenceList of={of} title="Decreases" compared={compared} listed={compared.decreases} />
      <DifferenceList of={of} title="Increases" compared={compared} listed={compared.increases} />
    </div>
  );
}
