import { textHolds } from '@adwarden/contract/search-fold';
import { Loader } from '@mantine/core';
import type { ComponentProps } from 'react';
import { type FindOption, FindSelect } from './find-select.tsx';

/** A search on the server, passed to the select, because a form never fetches. */
export type ServerSearch<Item> = {
  /** The text to search for; '' while the field shows the chosen item. */
  search: string;
  onSearch: (search: string) => void;
  /** The first 20 items that were found. */
  options: readonly Item[];
  searching: boolean;
};

type Replaced = 'data' | 'value' | 'chosen' | 'onChange' | 'onText' | 'filter' | 'rightSection';

type Props<Item> = Omit<ComponentProps<typeof FindSelect>, Replaced> & {
  found: ServerSearch<Item>;
  optionOf: (item: Item) => FindOption;
  /** The chosen item; the search need not have found it. */
  chosen: Item | null;
  onChange: (item: Item | null) => void;
  /** The words when nothing is found. */
  nothing: string;
};

/**
 * A select whose options are searched on the server. Until the answer comes, options of the previous text stay only if they
 * contain the new one, so that Enter never takes something else.
 */
export function SearchSelect<Item>(props: Props<Item>) {
  const { found, optionOf, chosen, onChange, nothing, ...rest } = props;
  const { search, onSearch, options, searching } = found;
  const option = chosen && optionOf(chosen);
  const isMissing =
    search === '' && options.every((item) => optionOf(item).value !== option?.value);
  const fits = (item: Item) => textHolds(optionOf(item).label, search.trim());
  const fitting = searching ? options.filter(fits) : options;
  const items = chosen && isMissing ? [chosen, ...fitting] : fitting;
  return (
    <FindSelect
      {...rest}
      data={items.map(optionOf)}
      value={option?.value ?? null}
      chosen={option}
      onChange={(value) => onChange(items.find((item) => optionOf(item).value === value) ?? null)}
      onText={onSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage={searching ? 'Searching …' : nothing}
      {...(searching && { rightSection: <Loader size={16} /> })}
    />
  );
}
