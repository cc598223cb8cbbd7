import type { BatchPreview, PreviewOutcome } from '@adwarden/contract/batches/batches';
import { previewOutcomeWords } from '@adwarden/contract/state-words';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { FramedList } from '../../../ui/framed-list.tsx';
import { previewedAppsQuery } from '../batches.api.ts';
import { OutcomeTabs } from '../outcome-tabs.tsx';
import { Pager } from '../pager.tsx';
import { firstOutcome, outcomesOf } from './preview-rules.ts';
import { PreviewedAppRow } from './previewed-app-row.tsx';
import classes from './previewed-apps.module.css';
import { RefusalCauses } from './refusal-causes.tsx';

type Props = {
  preview: BatchPreview;
  /** Called when the server no longer knows the preview. */
  onExpired: () => void;
  /** The action for the refused ones. */
  refusedAction?: ReactNode;
};

const nothing: Record<PreviewOutcome, string> = {
  created: 'No new application.',
  changed: 'No application is changed.',
  unchanged: 'No application is unchanged.',
  refused: 'No application is refused.',
};

/** The applications of a preview, with a tab for each outcome. */
export function PreviewedApps({ preview, onExpired, refusedAction }: Props) {
  const [outcome, setOutcome] = useState(() => firstOutcome(preview));
  const [page, setPage] = useState(0);
  const { data, error, isFetching, refetch } = useQuery(
    previewedAppsQuery(preview.previewID, { outcome, page }),
  );
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className={classes.apps}>
      <OutcomeTabs
        label="Applications by what would happen"
        tabs={outcomesOf(preview).map((value) => ({
          value,
          label: previewOutcomeWords[value],
          count: preview[value],
        }))}
        value={outcome}
        onChange={(next) => {
          setOutcome(next);
          setPage(0);
        }}
      >
        {error && (
          <ErrorPanel
            message={isGone ? 'The preview has expired.' : messageOf(error)}
            retrying={isFetching}
            onRetry={() => (isGone ? onExpired() : void refetch())}
          />
        )}
        {outcome === 'refused' && <RefusalCauses causes={preview.causes} />}
        {!data && !error && <Loading />}
        {data && data.data.length === 0 && <p className={classes.nothing}>{nothing[outcome]}</p>}
        {data && data.data.length > 0 && (
          <FramedList aria-busy={isFetching}>
            {data.data.map((app, index) => (
              <PreviewedAppRow key={`${app.appID} ${app.row ?? index}`} app={app} />
            ))}
          </FramedList>
        )}
        {data && <Pager {...data} onPage={setPage} />}
        {outcome === 'refused' && preview.refused > 0 && refusedAction}
      </OutcomeTabs>
    </div>
  );
}
