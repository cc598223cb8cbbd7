import { Loader, Select, type SelectProps } from '@mantine/core';
import classes from './search-select.module.css';

type Props = Omit<SelectProps, 'filter' | 'searchable' | 'rightSection' | 'classNames'> & {
  /** The server is being asked. */
  searching: boolean;
  /** What to say when it has nothing. */
  nothing: string;
};

/** A choice among so many that the server searches them: what it found stands here, whatever was typed. */
export function SearchSelect({ searching, nothing, ...props }: Props) {
  return (
    <Select
      {...props}
      searchable
      filter={({ options }) => options}
      nothingFoundMessage={searching ? 'Searching …' : nothing}
      {...(searching && { rightSection: <Loader size={16} /> })}
      checkIconPosition="right"
      // The list itself scrolls, as screen readers expect of a combobox, and stands beside its field.
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
