import type { Finding } from '@adwarden/contract/findings/findings';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { focusPlace, giveFocus } from '../../lib/focus-place.ts';
import type { Role } from '../../lib/role.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { DataTable, type ViewMenuOf } from '../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { findingId, placeToMend, subjectOf } from './finding-rules.ts';
import { findingsQuery, useUnmuteFinding } from './findings.api.ts';
import { findingColumns } from './findings.columns.tsx';
import { findingsQuestion, findingTableShapes } from './findings.table-shape.ts';
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

/** The tab Findings of the page Safety: what is probably wrong, why it matters, and what to do (ADR 36). */
export function FindingList({ of: role, viewMenu }: { of: Role; viewMenu: ViewMenuOf }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const queryOf = (query: TableQuery) => findingsQuery(findingsQuestion(query));
  const prefetch = (query: TableQuery) => void client.prefetchQuery(queryOf(query));
  const control = useTableState(findingTableShapes[role], prefetch);
  const result = useQuery(queryOf(control.query));
  const muting = useDialog<Finding>();
  const unmute = useUnmuteFinding();
  const view = control.state.view === 'true' ? 'muted' : 'open';

  const open = (finding: Finding) =>
    unmute.mutate(finding, { onSuccess: ({ message }) => toastSuccess(message) });

  /** What the button of a row does, and its name for screen readers. */
  function actionOf(finding: Finding) {
    const about = `${subjectOf(finding)}: ${finding.title}`;
    return view === 'open'
      ? { label: 'Mute…', name: `Mute… ${about}`, act: () => muting.open(finding) }
      : { label: 'Unmute', name: `Unmute ${about}`, act: () => open(finding) };
  }

  return (
    <>
      <DataTable
        label="Findings"
        columns={findingColumns[role][view]}
        rowId={findingId}
        control={control}
        result={result}
        searchPlaceholder="Search for Application..."
        empty={empty[view]}
        rowActions={(finding) => {
          const { label, name, act } = actionOf(finding);
          return (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={name}
              onClick={({ currentTarget }) => {
                // The row is removed soon; then its neighbour gets the focus. Safari does not focus a clicked button.
                currentTarget.focus();
                giveFocus(focusPlace());
                act();
              }}
            >
              {label}
            </Button>
          );
        }}
        onOpen={(finding) => {
          const place = placeToMend(role, finding);
          if (place) navigate(place);
        }}
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
    </>
  );
}
