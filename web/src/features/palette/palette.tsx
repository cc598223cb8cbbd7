import '@mantine/spotlight/styles.layer.css';
import { limits } from '@adwarden/contract/limits';
import { Loader, VisuallyHidden } from '@mantine/core';
import { Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Command } from './command.ts';
import type { PaletteScope } from './palette.api.ts';
import classes from './palette.module.css';
import { type PaletteGroup, paletteGroups } from './palette-groups.tsx';
import { paletteStore } from './palette-store.ts';
import { usePaletteSearch } from './use-palette-search.ts';

export type PaletteProps = {
  scope: PaletteScope;
  commands: readonly Command[];
  AppIcon: ComponentType<{ icon: string; appName: string; size?: number }>;
  /** Open the list of apps, or of users, searched for a text. */
  onOpenApps: (search: string) => void;
  onOpenUsers: (search: string) => void;
};

const listId = 'palette-list';
const optionId = (index: number) => `palette-option-${index}`;

/** Finds pages, actions, apps and users (issue 3); opened by `togglePalette`. */
export function Palette(props: PaletteProps) {
  const { query, selected } = useSpotlight(paletteStore);
  const found = usePaletteSearch(props.scope, query);
  const groups = paletteGroups(props, found);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const active = Math.min(Math.max(selected, 0), count - 1);

  return (
    <Spotlight.Root
      store={paletteStore}
      shortcut={null}
      scrollable
      maxHeight={480}
      yOffset="12vh"
      zIndex={1060}
      aria-label="Find anything"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ transition: 'fade', duration: 100 }}
      classNames={{ content: classes.content }}
    >
      <Spotlight.Search
        placeholder={
          props.scope.role === 'admin'
            ? 'Find applications, users, pages, actions'
            : 'Find applications, pages, actions'
        }
        maxLength={limits.text.search}
        leftSection={<IconSearch size={20} stroke={1.75} />}
        rightSection={found.isSearching && <Loader size={16} aria-hidden />}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        role="combobox"
        aria-label="Find anything"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={count > 0 ? optionId(active) : undefined}
      />
      <Spotlight.ActionsList id={listId} role="listbox" aria-label="Found" className={classes.list}>
        <Groups groups={groups} active={active} />
      </Spotlight.ActionsList>
      <VisuallyHidden role="status">
        {found.search !== '' && !found.isSearching && `${count} found`}
      </VisuallyHidden>
    </Spotlight.Root>
  );
}

function Groups({ groups, active }: { groups: PaletteGroup[]; active: number }) {
  let index = -1;
  return groups.map(({ label, rows }) => (
    <Spotlight.ActionsGroup
      key={label}
      label={label}
      role="group"
      aria-label={label}
      className={classes.group}
    >
      {rows.map((row) => {
        index += 1;
        const isActive = index === active;
        return (
          <Spotlight.Action
            key={row.id}
            id={optionId(index)}
            role="option"
            aria-selected={isActive}
            data-selected={isActive || undefined}
            className={classes.action}
            onClick={row.run}
          >
            <span className={classes.icon}>{row.icon}</span>
            <bdi className={classes.label}>{row.label}</bdi>
            {row.note && <bdi className={classes.note}>{row.note}</bdi>}
          </Spotlight.Action>
        );
      })}
    </Spotlight.ActionsGroup>
  ));
}
