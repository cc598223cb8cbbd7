import { Anchor, Group, Stack, Title } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { Hints } from '../hints.tsx';
import { Panel } from '../panel.tsx';
import { dialogPieces } from './dialog-pieces.tsx';
import { formPieces } from './form-pieces.tsx';
import { states } from './state.ts';
import { tablePieces } from './table-pieces.tsx';
import { textPieces } from './text-pieces.tsx';

const pieces = { ...textPieces, ...tablePieces, ...formPieces, ...dialogPieces };

/** Every shared component of ui/ in one state, for `npm run dev` at /gallery.html and for e2e/looks/gallery.spec.ts. */
export function Gallery() {
  const [parameters] = useSearchParams();
  const state = states.find((one) => one === parameters.get('state')) ?? 'ready';
  const schemes = ['light', 'dark'];
  return (
    <main>
      <Stack p="md" maw={900} mx="auto">
        <Title order={1}>Shared components: {state}</Title>
        <Group>
          {schemes.flatMap((scheme) =>
            states.map((one) => (
              <Anchor key={scheme + one} href={`?${new URLSearchParams({ state: one, scheme })}`}>
                {one}, {scheme}
              </Anchor>
            )),
          )}
        </Group>
        {Object.entries(pieces).map(([name, Piece]) => (
          <Panel key={name} title={name}>
            <Piece state={state} />
          </Panel>
        ))}
      </Stack>
      <Hints />
      <LeaveGuard />
    </main>
  );
}
