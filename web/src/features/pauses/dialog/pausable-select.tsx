import type { ReactNode } from 'react';
import { SearchSelect, type ServerSearch } from '../../../ui/form/search-select.tsx';
import type { Pausable } from './pausable.api.ts';
import classes from './pausable-select.module.css';

type Props = {
  label: string;
  placeholder: string;
  found: ServerSearch<Pausable>;
  chosen: Pausable | null;
  onChange: (next: Pausable | null) => void;
  unmatched: string;
  nothing: string;
  error?: ReactNode;
};

const optionOf = ({ value, label }: Pausable) => ({ value, label });

/** The app or the owner to pause; the options have a second text, because two may have the same name. */
export function PausableSelect({ found, chosen, ...rest }: Props) {
  const all = chosen ? [chosen, ...found.options] : found.options;
  const noteOf = (value: string) => all.findLast((one) => one.value === value)?.note;
  return (
    <SearchSelect
      {...rest}
      found={found}
      chosen={chosen}
      optionOf={optionOf}
      withAsterisk
      renderOption={({ option }) => (
        <span className={classes.option}>
          <bdi className={classes.optionName}>{option.label}</bdi>
          <bdi className={classes.note}>{noteOf(option.value)}</bdi>
        </span>
      )}
    />
  );
}
