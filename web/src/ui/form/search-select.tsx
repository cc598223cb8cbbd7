import { Loader } from '@mantine/core';
import type { ComponentProps } from 'react';
import { FindSelect } from './find-select.tsx';

type Props = Omit<ComponentProps<typeof FindSelect>, 'filter' | 'rightSection' | 'onText'> & {
  /** The text to search for; '' while the field shows the chosen option. */
  search: string;
  onSearch: (search: string) => void;
  /** The server is being asked. */
  searching: boolean;
  /** What to say when it has nothing. */
  nothing: string;
};

/** A select whose options are searched on the server; `data` is the result for `search`. */
export function SearchSelect({ search, onSearch, searching, nothing, ...props }: Props) {
  const { data, chosen } = props;
  const isMissing = chosen && search === '' && data.every(({ value }) => value !== chosen.value);
  return (
    <FindSelect
      {...props}
      data={isMissing ? [chosen, ...data] : data}
      onText={onSearch}
      filter={({ options }) => options}
      nothingFoundMessage={searching ? 'Searching …' : nothing}
      {...(searching && { rightSection: <Loader size={16} /> })}
    />
  );
}
