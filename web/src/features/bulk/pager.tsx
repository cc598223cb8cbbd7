import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './pager.module.css';

type Props = { total: number; page: number; pageSize: number; onPage: (page: number) => void };

/** Goes through the pages of a list in a dialog; nothing for a single page. */
export function Pager({ total, page, pageSize, onPage }: Props) {
  const pages = Math.ceil(total / pageSize);
  if (pages <= 1) return null;
  const button = { variant: 'default', size: 30 } as const;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span aria-live="polite">
        Page {(page + 1).toLocaleString('en')} of {pages.toLocaleString('en')}
      </span>
      <ActionIcon
        {...button}
        aria-label="Previous page"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        {...button}
        aria-label="Next page"
        disabled={page >= pages - 1}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
