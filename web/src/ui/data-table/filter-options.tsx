import { textHolds } from '@adwarden/contract/search-fold';
import { Radio, ScrollArea, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { typingDelay } from '../../lib/delays.ts';
import classes from './data-table-filter.module.css';
import { useAnswer, useFilterSource } from './filter-source.ts';
import type { TableFilter } from './table-state.ts';
import type { TableControl } from './use-table-state.ts';

type Option = { value: string; label: string; rows?: number | undefined };

type RadiosProps = {
  label: string;
  options: readonly Option[];
  value: string;
  onChoose: (value: string) => void;
  /** Called when an option was chosen with the mouse or Enter: nothing else is wanted then. */
  onDone?: (() => void) | undefined;
};

/** The values of a filter, one of which is chosen, each with its number of rows where that is known. */
export function FilterRadios({ label, options, value, onChoose, onDone }: RadiosProps) {
  const byPointer = useRef(false);
  return (
    <Radio.Group
      label={label}
      value={value}
      onPointerDown={() => {
        byPointer.current = true;
      }}
      onKeyDown={({ key }) => {
        byPointer.current = false;
        if (key === 'Enter') onDone?.();
      }}
      onChange={(next) => {
        onChoose(next);
        // The arrow keys go on to the next option.
        if (byPointer.current) onDone?.();
      }}
    >
      <Stack gap={8} mt={4}>
        {options.map((option) => (
          <Radio
            key={option.value}
            size="sm"
            value={option.value}
            classNames={{ body: classes.option, labelWrapper: classes.optionLabel }}
            label={
              option.rows === undefined ? (
                option.label
              ) : (
                <span className={classes.counted} data-none={option.rows === 0 || undefined}>
                  <bdi>{option.label}</bdi> <span>{option.rows.toLocaleString('en')}</span>
                </span>
              )
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** The number of rows of each value of a filter; undefined where nothing counts them, and until they are known. */
export function useCounts(name: string | undefined): ((value: string) => number) | undefined {
  const source = useFilterSource();
  const { data } = useAnswer(name === undefined ? null : source?.valuesOf(name, ''));
  return data && ((value) => data.values.find((one) => one.value === value)?.rows ?? 0);
}

type ValuesProps = {
  filter: Extract<TableFilter, { kind: 'values' }>;
  control: TableControl;
  /** The beginning of the search. */
  find?: string | undefined;
  onDone?: (() => void) | undefined;
};

/** The values that the rows have, with a search. */
export function ValuesField({ filter, control, find = '', onDone }: ValuesProps) {
  const { name, label, others } = filter;
  const { filters } = control.state;
  const [text, setText] = useState(find);
  const [asked] = useDebouncedValue(text.trim(), typingDelay);
  const source = useFilterSource();
  const { data: counted, error } = useAnswer(source?.valuesOf(name, asked), true);
  const counts = useCounts(others?.name);
  // Two parameters in one list: values of the first one are trimmed.
  const other = (value: string) => ` ${value}`;
  const value =
    filters[name] ?? (others && filters[others.name] ? other(filters[others.name] as string) : '');
  const isAsked = (option: Option) => textHolds(option.label, asked);
  const options: Option[] = [
    // It stays while somebody searches: whoever has tabbed to it would lose the focus.
    { value: '', label: 'All' },
    ...(others?.options ?? [])
      .filter(isAsked)
      .map((option) => ({ ...option, value: other(option.value), rows: counts?.(option.value) })),
    ...(counted?.values ?? []),
  ];

  function choose(next: string): void {
    const isOther = next.startsWith(' ');
    control.setFilters({
      [name]: isOther ? '' : next,
      ...(others && { [others.name]: isOther ? next.slice(1) : '' }),
    });
  }

  return (
    <Stack gap="xs">
      <TextInput
        aria-label={`Find ${label}`}
        placeholder="Find…"
        value={text}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars>
        {counted ? (
          <FilterRadios {...{ label, options, value, onDone }} onChoose={choose} />
        ) : (
          !error && <Skeleton height={90} />
        )}
      </ScrollArea.Autosize>
      {error && <p className={classes.note}>{messageOf(error)}</p>}
      {counted && counted.values.length === 0 && asked !== '' && (
        <p className={classes.note}>Nothing has “{asked}” in its name.</p>
      )}
      {counted?.hasMore && <p className={classes.note}>There are more: type to find them.</p>}
    </Stack>
  );
}
