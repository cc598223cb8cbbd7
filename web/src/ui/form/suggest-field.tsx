import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import classes from './suggest-field.module.css';
import { useLimit } from './too-long.ts';

type Props = Omit<AutocompleteProps, 'data' | 'filter' | 'limit' | 'maxLength' | 'renderOption'> & {
  /** The maximum length of the text. A longer one stays, and the field says by how much it is too long. */
  limit: number;
  /** Texts to choose, as the server has found them for what is typed; each with a note beside it. */
  suggestions: readonly { value: string; note: string }[];
};

/** A text of one line with suggestions. Any other text is possible, too. */
export function SuggestField({ limit, suggestions, ...rest }: Props) {
  const notes = new Map(suggestions.map(({ value, note }) => [value, note]));
  return (
    <Autocomplete
      {...rest}
      {...useLimit(limit, rest)}
      data={suggestions.map(({ value }) => value)}
      filter={({ options }) => options}
      // A list over the next field would be in the way of whoever only passes by.
      openOnFocus={false}
      renderOption={({ option: { value } }) => (
        <span className={classes.option}>
          <bdi className={classes.text}>{value}</bdi>
          <span className={classes.note}>{notes.get(value)}</span>
        </span>
      )}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={264}
      withScrollArea={false}
      styles={{ options: { maxHeight: 264, overflowY: 'auto' } }}
    />
  );
}
