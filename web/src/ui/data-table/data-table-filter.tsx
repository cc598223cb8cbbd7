import { limits } from '@adwarden/contract/limits';
import { ActionIcon, Button, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useEscape } from '../dialog/use-escape.ts';
import { useEarlyKeys } from '../early-keys.ts';
import { TextField } from '../form/text-field.tsx';
import { tooLong } from '../form/too-long.ts';
import { useDebouncedText } from '../text/use-debounced-text.ts';
import classes from './data-table-filter.module.css';
import { FilterRadios, useCounts, ValuesField } from './filter-options.tsx';
import { PastedField } from './pasted-field.tsx';
import { cleared, filterText, type TableFilter } from './table-state.ts';
import type { TableControl } from './use-table-state.ts';

type FieldProps<K extends TableFilter['kind']> = {
  filter: Extract<TableFilter, { kind: K }>;
  control: TableControl;
  onDone?: (() => void) | undefined;
};

function ContainingField({ filter: { name, label, whole }, control }: FieldProps<'text'>) {
  const { text, type, flush } = useDebouncedText(control.state.filters[name] ?? '', (value) => {
    const isFit = tooLong(value, limits.text.filter) === null;
    if (isFit) control.setFilters({ [name]: value.trim() }, 'typing');
  });
  return (
    <TextField
      label={whole ? `${label} is` : `${label} contains`}
      value={text}
      limit={limits.text.filter}
      dir="auto"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={flush}
      onKeyDown={({ key }) => (key === 'Enter' || key === 'Escape') && flush()}
    />
  );
}

/** With more options than this, they are in a select. */
const mostRadios = 15;

function SelectField({ filter: { name, label, options }, control, onDone }: FieldProps<'select'>) {
  const counts = useCounts(name);
  const value = control.state.filters[name] ?? '';
  const choose = (next: string) => control.setFilters({ [name]: next });
  const all = [{ value: '', label: 'All' }, ...options];
  if (options.length > mostRadios) {
    return (
      <NativeSelect
        label={label}
        data={
          counts
            ? [
                { value: '', label: 'All' },
                // A value that no row has is not offered, unless it is chosen.
                ...options
                  .map((option) => ({ ...option, rows: counts(option.value) }))
                  .filter((option) => option.rows > 0 || option.value === value)
                  .map(({ value: one, label: words, rows }) => ({
                    value: one,
                    label: `${words} (${rows.toLocaleString('en')})`,
                  })),
              ]
            : all
        }
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    );
  }
  const counted = all.map((option) => ({
    ...option,
    ...(counts && option.value !== '' && { rows: counts(option.value) }),
  }));
  return <FilterRadios {...{ label, value, onDone }} options={counted} onChoose={choose} />;
}

type DayProps = { name: string; label: string; min?: string; max?: string; control: TableControl };

/** The browser's own date input; a half-typed year does not change the filter. */
function DayField({ name, label, min = '1900-01-01', max = '2999-12-31', control }: DayProps) {
  const { text, type, flush } = useDebouncedText(control.state.filters[name] ?? '', (day) =>
    control.setFilters({ [name]: day }, 'typing'),
  );
  return (
    <TextInput
      type="date"
      label={label}
      value={text}
      min={min}
      max={max}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={flush}
    />
  );
}

function DatesField({ filter: { label, from, to }, control }: FieldProps<'dates'>) {
  const { [from]: first, [to]: last } = control.state.filters;
  return (
    <Stack gap="sm">
      <DayField
        name={from}
        label={`${label} from`}
        control={control}
        {...(last && { max: last })}
      />
      <DayField
        name={to}
        label={`${label} until`}
        control={control}
        {...(first && { min: first })}
      />
    </Stack>
  );
}

type NumberProps = { name: string; label: string; control: TableControl };

const isNumber = (text: string) => /^\d*$/.test(text.trim()) && Number(text) <= limits.maxCount;

/** Text that is no whole number from 0 to the maximum stays in the field, but does not change the filter. */
function NumberField({ name, label, control }: NumberProps) {
  const { text, type, flush } = useDebouncedText(control.state.filters[name] ?? '', (value) => {
    if (isNumber(value)) control.setFilters({ [name]: value.trim() }, 'typing');
  });
  return (
    <TextInput
      label={label}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      error={
        isNumber(text)
          ? null
          : `A whole number up to ${limits.maxCount.toLocaleString('en')}, please`
      }
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={flush}
      onKeyDown={({ key }) => (key === 'Enter' || key === 'Escape') && flush()}
    />
  );
}

function NumbersField({ filter: { label, from, to }, control }: FieldProps<'numbers'>) {
  return (
    <Stack gap="sm">
      <NumberField name={from} label={`${label} from`} control={control} />
      <NumberField name={to} label={`${label} to`} control={control} />
    </Stack>
  );
}

type AnyFieldProps = {
  filter: TableFilter;
  control: TableControl;
  /** The start text of the search for a value. */
  find?: string | undefined;
  /** Called when a value was chosen and the field is no longer needed. */
  onDone?: (() => void) | undefined;
};

/** The field of a filter of any kind. */
export function FilterField({ filter, control, find, onDone }: AnyFieldProps) {
  switch (filter.kind) {
    case 'text':
      return <ContainingField filter={filter} control={control} />;
    case 'select':
      return <SelectField filter={filter} control={control} onDone={onDone} />;
    case 'values':
      return <ValuesField {...{ filter, control, find, onDone }} />;
    case 'numbers':
      return <NumbersField filter={filter} control={control} />;
    case 'dates':
      return <DatesField filter={filter} control={control} />;
    case 'pasted':
      return <PastedField label={filter.label} hint={filter.hint} onDone={onDone} />;
    default:
      return filter satisfies never;
  }
}

type ColumnFilterProps = { filters: readonly TableFilter[]; control: TableControl };

function Funnel({ filters, control }: ColumnFilterProps) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  useEarlyKeys(opened);
  const words = filters
    .map((filter) => filterText(filter, control.state.filters))
    .filter((text) => text !== '')
    .join(', ');
  const label = filters[0]?.label ?? '';
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      trapFocus
      returnFocus
      position="bottom-end"
      width={240}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color={words ? 'accent' : 'gray'}
          size={24}
          className={classes.funnel}
          data-set={words !== '' || undefined}
          aria-label={words ? `Filter ${label}: ${words}` : `Filter ${label}`}
          onClick={() => setOpened((open) => !open)}
        >
          {words ? <IconFilterFilled size={13} /> : <IconFilter size={13} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Filter ${label}`} className={classes.dropdown}>
        <Stack gap="md">
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} control={control} />
          ))}
        </Stack>
        <Button
          variant="default"
          size="xs"
          fullWidth
          mt="sm"
          disabled={words === ''}
          onClick={() => {
            control.setFilters(Object.assign({}, ...filters.map(cleared)));
            setOpened(false);
          }}
        >
          Clear
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/**
 * The filters of a column, behind a funnel in its header, which is filled while one is set. Rendered again only
 * when their own values change, because a table has a dozen of them; the setters of `control` never change.
 */
export const ColumnFilter = memo(Funnel, (before, after) => {
  const [was, is] = [before.control.state.filters, after.control.state.filters];
  const own = after.filters.flatMap((filter) => Object.keys(cleared(filter)));
  return before.filters === after.filters && own.every((name) => was[name] === is[name]);
});
