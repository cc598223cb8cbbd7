import { textHolds } from '@adwarden/contract/search-fold';
import { TextInput, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './data-table-filter.module.css';
import { filterText, isNamed, type TableFilter } from './table-state.ts';
import type { TableControl } from './use-table-state.ts';

/** A filter that was chosen: to set it, with the beginning of a search (`find`), or what it is set to at once. */
export type FoundFilter = {
  filter: TableFilter;
  label: string;
  find?: string;
  sets?: Record<string, string>;
};

const nameOf = (filter: TableFilter): string => {
  if (filter.kind !== 'text') return filter.label;
  return `${filter.label} ${filter.whole ? 'is' : 'contains'}`;
};

/** The filters whose name has a text, then values with it. */
function foundFilters(filters: readonly TableFilter[], text: string): FoundFilter[] {
  const word = text.trim();
  const has = (label: string) => textHolds(label, word);
  const byName = filters.map((filter) => ({ filter, label: nameOf(filter) }));
  if (word === '') return byName;
  const byValue = filters.flatMap((filter): FoundFilter[] => {
    if (filter.kind === 'select') {
      return filter.options
        .filter(({ label }) => has(label))
        .map(({ value, label }) => ({
          filter,
          label: `${filter.label}: ${label}`,
          sets: { [filter.name]: value },
        }));
    }
    if (filter.kind !== 'values') return [];
    return [{ filter, label: `${filter.label}: find “${text.trim()}”`, find: text.trim() }];
  });
  return [...byName.filter(({ label }) => has(label)), ...byValue];
}

type Props = { control: TableControl; onChoose: (found: FoundFilter) => void };

/** All filters with a search. The arrow keys go through them; Enter in the search takes the first one. */
export function FilterFinder({ control, onChoose }: Props) {
  const { shape, state } = control;
  const [text, setText] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const found = foundFilters(shape.filters, text);

  function walk(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, button') ?? [])];
    const next = stops[stops.indexOf(document.activeElement as HTMLElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only the keys of what is in it
    <div ref={root} onKeyDown={walk}>
      <TextInput
        data-autofocus
        aria-label="Find a filter"
        placeholder="Find a filter or value…"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key !== 'Enter' || !first) return;
          event.preventDefault();
          onChoose(first);
        }}
        mb="xs"
      />
      {found.length === 0 && <p className={classes.note}>No filter has this name or value.</p>}
      <ul className={classes.fields} aria-label="Filters">
        {found.map((one) => {
          const words =
            one.sets || isNamed(one.filter) ? '' : filterText(one.filter, state.filters);
          return (
            <li key={one.label}>
              <UnstyledButton className={classes.field} onClick={() => onChoose(one)}>
                {one.label}
                {words !== '' && <span>{words}</span>}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
