import { may } from '../../people/may.ts';
import '@mantine/spotlight/styles.layer.css';
import { limits } from '@adwarden/contract/limits';
import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { dayAndTimeInside } from '../../lib/words/moment-words.ts';
import { useDialogStack } from '../../ui/dialog/dialog-stack.ts';
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts';
import { tooLong } from '../../ui/form/too-long.ts';
import classes from './palette.module.css';
import { allAppsId, type PaletteProps, type PaletteRow, paletteGroups } from './palette-groups.tsx';
import { optionId, PaletteList } from './palette-list.tsx';
import { closePalette, paletteStore } from './palette-store.ts';
import { type Found, usePaletteSearch } from './use-palette-search.ts';

const id = 'palette';

/** Finds pages, actions, apps and users; opened by `togglePalette`. */
export function Palette(props: PaletteProps) {
  const { opened } = useSpotlight(paletteStore);
  useDialogStack(opened, id, closePalette);
  useReturnFocus(opened, () => document.getElementById(id));
  return (
    <Spotlight.Root
      id={id}
      returnFocus={false}
      store={paletteStore}
      shortcut={null}
      size={600}
      yOffset="12vh"
      zIndex="var(--z-question)"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ transition: 'fade', duration: 100 }}
      classNames={{ content: classes.content }}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
    >
      <Inside {...props} />
    </Spotlight.Root>
  );
}

const isOnlyAll = ({ id }: PaletteRow) => id === allAppsId;

/** Says that nothing has the text now, and which application had it last. */
function NothingFound({ found: { search, earlier } }: { found: Found }) {
  return (
    <Text size="sm" c="dimmed" px="md" py="sm" role="status">
      No application has “<bdi>{search}</bdi>” now
      {earlier ? (
        <>
          ; <bdi>{earlier.name}</bdi> had it until{' '}
          {dayAndTimeInside(Date.parse(earlier.until), Date.now())}.
        </>
      ) : (
        '.'
      )}
    </Text>
  );
}

/** Keeps the active row itself, because screen readers are not told when Mantine's own selection moves. */
function Inside(props: PaletteProps) {
  const { query } = useSpotlight(paletteStore);
  const refusal = tooLong(query, limits.text.search);
  const found = usePaletteSearch(props.scope, refusal === null ? query : '');
  const groups = paletteGroups(props, found, query.trim());
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  /** The row that somebody has moved to, among the rows of a query. */
  const [moved, setMoved] = useState<{ query: string | null; to: number }>({ query: null, to: 0 });
  /** The query for which Enter was pressed before its answer came; null otherwise. */
  const [entered, setEntered] = useState<string | null>(null);
  const active = moved.query === query ? Math.min(moved.to, count - 1) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query has other rows with the same ids
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active, query]);

  const isTooEarly =
    found.isSearching && moved.query !== query && groups.every(({ rows }) => rows.every(isOnlyAll));
  useEffect(() => {
    if (entered !== query || isTooEarly) return;
    setEntered(null);
    document.getElementById(optionId(active))?.click();
  }, [entered, query, isTooEarly, active]);

  const isNothing =
    found.search !== '' && !found.isSearching && groups.every(({ rows }) => rows.every(isOnlyAll));

  const move = (step: 1 | -1) => setMoved({ query, to: (active + step + count) % count });
  const onKey = getHotkeyHandler([
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['Enter', () => setEntered(query)],
  ]);

  return (
    <>
      <Spotlight.Search
        placeholder={`Find applications, ${may(props.scope.role, 'see-all') ? 'users, ' : ''}pages, actions`}
        leftSection={<IconSearch size={20} stroke={1.75} />}
        rightSection={found.isSearching && <Loader size={16} aria-hidden />}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        role="combobox"
        aria-label="Find anything"
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls="palette-list"
        aria-activedescendant={count > 0 ? optionId(active) : undefined}
        onKeyDown={onKey}
      />
      {refusal !== null && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
      <PaletteList id="palette-list" groups={groups} active={active} />
      {isNothing && <NothingFound found={found} />}
      <VisuallyHidden role="status">
        {found.search !== '' && !found.isSearching && !isNothing && `${count} found`}
      </VisuallyHidden>
    </>
  );
}
