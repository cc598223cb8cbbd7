import { UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import classes from './data-table-hidden.module.css';

type Props = {
  /** The names of the columns that have no room. */
  names: readonly string[];
  /** They show, and the table scrolls sideways. */
  isSideways: boolean;
  onSideways: (isSideways: boolean) => void;
};

/** Says how many columns the window has no room for, and shows them. Nothing while all have room. */
export function DataTableHidden({ names, isSideways, onSideways }: Props) {
  const id = useId();
  if (names.length === 0) return null;
  const columns = names.length === 1 ? '1 column' : `${names.length} columns`;
  return (
    <p className={classes.line}>
      <span id={id} data-hint={names.join(', ')}>
        {isSideways ? `Scroll sideways for ${columns}` : `${columns} hidden`}
      </span>
      {' · '}
      <UnstyledButton
        className={classes.act}
        aria-describedby={id}
        onClick={() => onSideways(!isSideways)}
      >
        {isSideways ? 'Hide' : 'Show'}
      </UnstyledButton>
    </p>
  );
}
