import { Button, Group, Stack } from '@mantine/core';
import type { ComponentType } from 'react';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { CountUp } from '../count-up.tsx';
import { toastUndo } from '../feedback/action-toast.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { Loading } from '../feedback/loading.tsx';
import { NotLoaded } from '../feedback/not-loaded.tsx';
import { lazyPanel } from '../lazy-part.tsx';
import { Logo } from '../logo.tsx';
import { StatusBadge, type Tone } from '../status-badge.tsx';
import { CodeArea } from '../text/code-area.tsx';
import { CodeBox } from '../text/code-box.tsx';
import { CopyBox } from '../text/copy-box.tsx';
import { CopyButton } from '../text/copy-button.tsx';
import { CutText } from '../text/cut-text.tsx';
import { Differences } from '../text/differences.tsx';
import { HeaderHint } from '../text/header-hint.tsx';
import { MiddleCut } from '../text/middle-cut.tsx';
import { NameLink } from '../text/name-link.tsx';
import type { PieceProps, State } from './state.ts';

const tones: Tone[] = ['success', 'warning', 'danger', 'neutral', 'accent'];
/** A panel whose chunk comes, never comes, or does not load. */
const latePanels: Record<State, ComponentType> = {
  ready: lazyPanel(async () => () => 'Ten ships are at sea.'),
  empty: lazyPanel(async () => () => 'No ship is at sea.'),
  loading: lazyPanel(() => new Promise(() => {})),
  error: lazyPanel(() => Promise.reject(new Error('No chunk'))),
};
const long = 'A name that does not fit: the harbour master’s daughter’s tide clock, winter edition';

/** Texts, badges, and what is shown instead of content. */
export const textPieces: Record<string, ComponentType<PieceProps>> = {
  Logo: ({ state }) => <Logo name={state === 'empty' ? '' : long} compact={state === 'loading'} />,
  StatusBadge: () => (
    <Group gap="xs">
      {tones.map((tone) => (
        <StatusBadge key={tone} tone={tone}>
          {tone}
        </StatusBadge>
      ))}
    </Group>
  ),
  CountUp: ({ state }) => <CountUp value={state === 'empty' ? 0 : 12_345} />,
  CutText: ({ state }) => (
    <Stack gap="xs">
      <CutText>{state === 'empty' ? '' : long}</CutText>
      <CutText>שעון הגאות של בתו של רב החובל</CutText>
    </Stack>
  ),
  NameLink: () => <NameLink to="?state=ready">{long}</NameLink>,
  lazyPanel: ({ state }) => {
    const Panel = latePanels[state];
    return <Panel />;
  },
  MiddleCut: ({ state }) => (
    <MiddleCut value={state === 'empty' ? '' : 'q7m2x5k3v4y6z7ab'} label="Ship ID" />
  ),
  Differences: ({ state }) => (
    <Differences
      label="What changes"
      fields={[
        { field: 'name', name: 'Name', before: 'Tide', after: long },
        { field: 'port', name: 'Port', before: 'Leith', after: '' },
        { field: 'note', name: 'Note', before: '', after: 'Sold' },
      ]}
      spoken={{ before: 'now', after: 'then' }}
      sides={state === 'empty' ? 'after' : 'both'}
      atFirst={state === 'loading' ? 1 : 3}
    />
  ),
  CopyButton: () => <CopyButton value="copied" label="Copy the word" />,
  CodeArea: () => (
    <CodeArea label="The orders of the ship">{'Sail at dawn.\nReturn at dusk.'}</CodeArea>
  ),
  CodeBox: () => <CodeBox label="orders of the ship" code={'Sail at dawn.\nReturn at dusk.'} />,
  CopyBox: () => <CopyBox value="7ab4-x5k3" label="Copy the code of the ship" />,
  HeaderHint: () => <HeaderHint hint="Counted each night" />,
  EmptyState: ({ state }) => (
    <EmptyState
      kind={state === 'empty' ? 'no-match' : state === 'loading' ? 'all-well' : 'nothing-yet'}
      title="No ships"
      action={<Button>Add a ship</Button>}
    >
      {long}
    </EmptyState>
  ),
  ErrorPanel: ({ state }) => (
    <ErrorPanel message={long} retrying={state === 'loading'} onRetry={() => {}} />
  ),
  NotLoaded: ({ state }) => <NotLoaded retrying={state === 'loading'} onRetry={() => {}} />,
  Loading: () => <Loading />,
  Toasts: () => (
    <Group>
      <Button onClick={() => toastSuccess('The ship was saved')}>Show a toast</Button>
      <Button onClick={() => toastError(long)}>Show an error</Button>
      <Button onClick={() => toastUndo('The ship was deleted', () => {})}>Show an undo</Button>
    </Group>
  ),
};
