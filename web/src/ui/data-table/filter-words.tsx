import { counted } from '@adwarden/contract/counted';
import { Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useEscape } from '../dialog/use-escape.ts';
import { CopyButton } from '../text/copy-button.tsx';
import classes from './data-table-chips.module.css';
import { useAnswer, useFilterSource } from './filter-source.ts';
import { filterText, isNamed, type TableFilter, type TableState } from './table-state.ts';

type Props = { filter: TableFilter; filters: TableState['filters'] };

/** Shows the value of a filter in words. Instead of an id it shows the name, and for a list the texts that were not found. */
export function FilterWords({ filter, filters }: Props) {
  const value = filters[filter.name];
  const source = useFilterSource();
  const isAsked = value !== undefined && isNamed(filter);
  const { data: name, error } = useAnswer(isAsked ? source?.nameOf(filter.name, value) : null);
  if (!isAsked) return <bdi className={classes.words}>{filterText(filter, filters)}</bdi>;
  return (
    <>
      <bdi className={classes.words}>{name?.words ?? (error ? 'not there any more' : '…')}</bdi>
      {name?.missing && name.missing.length > 0 && <Missing texts={name.missing} />}
    </>
  );
}

/** Says how many texts match nothing, and which ones. */
function Missing({ texts }: { texts: readonly string[] }) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus width={320}>
      <Popover.Target>
        <UnstyledButton className={classes.missing} onClick={() => setOpened(!opened)}>
          {texts.length.toLocaleString('en')} not found
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Not found" className={classes.missingList}>
        <div className={classes.missingHead}>
          {counted(texts.length, 'text')} found nothing
          <CopyButton value={texts.join('\n')} label="Copy what was not found" />
        </div>
        <ul>
          {texts.map((text) => (
            <li key={text}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
