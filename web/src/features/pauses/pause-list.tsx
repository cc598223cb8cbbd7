import type { Pause } from '@adwarden/contract/pauses/pauses';
import { Button } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Role } from '../../lib/role.ts';
import { may } from '../../people/may.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { TableQuery } from '../../ui/data-table/table-state.ts';
import { useTableState } from '../../ui/data-table/use-table-state.ts';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import { openPauseDialog } from './dialog/pause-dialog-store.ts';
import { mayEnd, pausableScopes } from './pause-rules.ts';
import { pausesQuery } from './pauses.api.ts';
import { pauseColumns } from './pauses.columns.tsx';
import { pausesQuestion, pauseTableShape } from './pauses.table-shape.ts';
import { ResumeDialog } from './resume-dialog.tsx';

const empty = {
  active: {
    title: 'Nothing is paused',
    text: 'A pause stops ads at once and changes no application. When it ends, every application is as it was before.',
  },
  ended: { title: 'No pause has ended yet', text: 'Pauses that are over are kept here.' },
};

const nothing = { scope: 'app', value: '', label: '', reason: '' } as const;

/** The tab Pauses of the page Safety: lists active and ended pauses, with the buttons to change them (ADR 34). */
export function PauseList({ of: role }: { of: Role }) {
  const client = useQueryClient();
  const queryOf = (query: TableQuery) => pausesQuery(pausesQuestion(query));
  const prefetch = (query: TableQuery) => void client.prefetchQuery(queryOf(query));
  const control = useTableState(pauseTableShape, prefetch);
  const result = useQuery(queryOf(control.query));
  const resume = useDialog<Pause>();
  const view = control.state.view === 'ended' ? 'ended' : 'active';
  const isActive = view === 'active';

  /** Returns the button of a row; undefined if the role may not use it. */
  function actionOf(pause: Pause): { label: string; act: () => void } | undefined {
    if (isActive) {
      return mayEnd(role, pause) ? { label: 'Resume', act: () => resume.open(pause) } : undefined;
    }
    if (!may(role, 'write')) return undefined;
    const isGone = pause.scope === 'apps' && pause.apps === 0;
    if (isGone || !pausableScopes[role].includes(pause.scope)) return undefined;
    return { label: 'Pause again…', act: () => openPauseDialog(pause) };
  }

  return (
    <>
      <DataTable
        label="Pauses"
        columns={pauseColumns[view]}
        rowId={({ id }) => id}
        control={control}
        result={result}
        empty={empty[view]}
        rowActions={(pause) => {
          const action = actionOf(pause);
          return (
            action && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${action.label} ${pause.label}`}
                onClick={action.act}
              >
                {action.label}
              </Button>
            )
          );
        }}
        onOpen={(pause) => actionOf(pause)?.act()}
        onPrefetch={prefetch}
        actions={
          may(role, 'write') && (
            <Button
              color="red"
              leftSection={<IconPlayerPause size={16} />}
              onClick={() => openPauseDialog(nothing)}
            >
              Pause ads…
            </Button>
          )
        }
      />
      <ResumeDialog opened={resume.opened} pause={resume.about} onClose={resume.close} />
    </>
  );
}
