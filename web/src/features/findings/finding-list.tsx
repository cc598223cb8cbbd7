import type { AppWithFindings, Finding } from '@adwarden/contract/findings/findings';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Role } from '../../lib/role.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { subjectOf } from '../../lib/words/finding-words.ts';
import { DataTable, type ViewMenuOf } from '../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { FindingEntries } from './finding-entries.tsx';
import { findingsQuery, useUnmuteFinding } from './findings.api.ts';
import classes from './findings.columns.module.css';
import { findingColumns } from './findings.columns.tsx';
import { findingsQuestion, findingTableShapes } from './findings.table-shape.ts';
import { ListedApps } from './mend-link.tsx';
import { MuteDialog } from './mute-dialog.tsx';

const empty = {
  open: {
    kind: 'all-well',
    title: 'Nothing is wrong',
    text: 'Every application is checked at each save and every hour. What is probably a mistake is listed here.',
  },
  muted: {
    title: 'Nothing is muted',
    text: 'A finding that is right as it is can be muted with a reason, and is kept here.',
  },
} as const;

/**
 * The tab Findings of the page Safety: the applications that something is probably wrong with, those with most requests
 * first. A row opens: what is wrong, why it matters, and what to do (ADR 36). The only row of a list is open at first.
 */
export function FindingList({ of: role, viewMenu }: { of: Role; viewMenu: ViewMenuOf }) {
  const client = useQueryClient();
  const queryOf = (query: TableQuery) => findingsQuery(findingsQuestion(query));
  const prefetch = (query: TableQuery) => void client.prefetchQuery(queryOf(query));
  const control = useTableState(findingTableShapes[role], prefetch);
  const result = useQuery(queryOf(control.query));
  const muting = useDialog<Finding>();
  const { mutate: unmute } = useUnmuteFinding();
  const view = control.state.view === 'true' ? 'muted' : 'open';
  const { only, chosen, choose } = useOpenRows(control.query, result);
  const isOpen = ({ appID }: AppWithFindings) => chosen.get(appID) ?? appID === only;
  const turn = (app: AppWithFindings) => choose(app.appID, !isOpen(app));
  const { open: mute } = muting;
  const details = useCallback(
    (app: AppWithFindings) =>
      (chosen.get(app.appID) ?? app.appID === only) && (
        <FindingEntries
          role={role}
          app={app}
          onMute={mute}
          onUnmute={(finding) =>
            unmute(finding, { onSuccess: ({ message }) => toastSuccess(message) })
          }
        />
      ),
    [role, chosen, only, mute, unmute],
  );

  const listed = useMemo(
    () => (result.data?.data ?? []).map(({ appID }) => appID).filter((appID) => appID !== ''),
    [result.data],
  );

  return (
    <ListedApps value={listed}>
      <DataTable
        label="Findings"
        columns={findingColumns[role]}
        rowId={({ appID }) => appID || 'installation'}
        control={control}
        result={result}
        searchPlaceholder="Search for Application..."
        empty={empty[view]}
        rowDetails={details}
        rowActions={(app) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.turn}
            data-hint={isOpen(app) ? 'Hide the findings' : 'Show the findings'}
            aria-label={`Findings of ${subjectOf(app)}`}
            aria-expanded={isOpen(app)}
            onClick={() => turn(app)}
          >
            <IconChevronDown size={17} />
          </ActionIcon>
        )}
        onOpen={turn}
        clickOpens
        onPrefetch={prefetch}
        viewMenu={viewMenu}
      />
      {muting.about && (
        <MuteDialog
          key={muting.visit}
          opened={muting.opened}
          finding={muting.about}
          onClose={muting.close}
        />
      )}
    </ListedApps>
  );
}

type Result = { data: { data: AppWithFindings[] } | undefined; isPlaceholderData: boolean };

/**
 * Holds which rows are open. `only`: the one row of a list, which is open at first; rows that come and go later neither
 * open nor close another one. `chosen`: the rows that somebody has opened (true) or closed (false).
 */
function useOpenRows(query: TableQuery, { data, isPlaceholderData }: Result) {
  const [first, setFirst] = useState<{ question: string; only: string | null }>();
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const question = JSON.stringify(query);
  if (data && !isPlaceholderData && first?.question !== question) {
    const [row] = data.data;
    setFirst({ question, only: data.data.length === 1 && row ? row.appID : null });
  }
  return {
    only: first?.only ?? null,
    chosen,
    choose: (appID: string, isOpen: boolean) =>
      setChosen((before) => new Map(before).set(appID, isOpen)),
  };
}
