import { Loader } from '@mantine/core';
import type { ComponentProps } from 'react';
import { FindSelect } from './find-select.tsx';

type Props = Omit<ComponentProps<typeof FindSelect>, 'filter' | 'rightSection' | 'onText'> & {
  /** What is searched for; '' while the field shows what is chosen. */
  search: string;
  onSearch: (search: string) => void;
  /** The server is being asked. */
  searching: boolean;
  /** What to say when it has nothing. */
  nothing: string;
};

/** A choice among so many that the server searches them: `data` is what it found for `search`. */
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
