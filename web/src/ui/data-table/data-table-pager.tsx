import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { ChangingText } from '../text/changing-text.tsx';
import { useDebouncedText } from '../text/use-debounced-text.ts';
import classes from './data-table-pager.module.css';
import { PageSizeSelect } from './page-size-select.tsx';

type Props = {
  /** From 0. */
  page: number;
  pageCount: number;
  pageSize: number;
  /** Rows of all pages; undefined while it is not known. */
  total: number | undefined;
  /** There are more rows than `total`. */
  hasMore: boolean;
  /** No answer yet: it is hidden, because the number of rows decides where it will be. */
  isWaiting: boolean;
  onPage: (page: number, how?: 'typing' | 'step') => void;
  onPageSize: (pageSize: number) => void;
  /** Called when the user is likely to go to this page next. */
  onPrefetch?: ((page: number) => void) | undefined;
};

const written = (count: number) => count.toLocaleString('en');

/** Previous and next, 'Page X of Y', a page number from 1 to the page count (spec, section 2), and the rows of a page. */
export function DataTablePager(props: Props) {
  const { page, pageCount, pageSize, total, hasMore, isWaiting, onPage, onPageSize, onPrefetch } =
    props;
  const first = page * pageSize + 1;
  const last = Math.min(first + pageSize - 1, total ?? 0);
  return (
    <nav className={classes.pager} aria-label="Pages" data-still-loading={isWaiting || undefined}>
      <p className={classes.range} aria-live="polite">
        <ChangingText>
          {total === undefined || first > last
            ? ''
            : `${written(first)}–${written(last)} of ${hasMore ? 'the newest ' : ''}${written(total)}`}
        </ChangingText>
      </p>
      <PageSizeSelect pageSize={pageSize} onChange={onPageSize} />
      <p className={classes.pages}>
        <ChangingText>{`Page ${page + 1} of ${pageCount}`}</ChangingText>
      </p>
      <PageInput page={page} pageCount={pageCount} onPage={onPage} />
      <div className={classes.steps}>
        <Step to={page - 1} {...{ pageCount, onPage, onPrefetch }} label="Previous page">
          <IconChevronLeft size={18} />
        </Step>
        <Step to={page + 1} {...{ pageCount, onPage, onPrefetch }} label="Next page">
          <IconChevronRight size={18} />
        </Step>
      </div>
    </nav>
  );
}

type StepProps = Pick<Props, 'pageCount' | 'onPage' | 'onPrefetch'> & {
  to: number;
  label: string;
  children: React.ReactNode;
};

/** At the first and the last page it does nothing, but keeps the focus; with `disabled` it would lose it. */
function Step({ to, pageCount, onPage, onPrefetch, label, children }: StepProps) {
  const isAtEnd = to < 0 || to >= pageCount;
  const prefetch = () => !isAtEnd && onPrefetch?.(to);
  return (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      aria-disabled={isAtEnd}
      {...(isAtEnd && { 'data-disabled': true })}
      onClick={() => !isAtEnd && onPage(to)}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      {children}
    </ActionIcon>
  );
}

/** A page number, applied 200 ms after the last key; a number below 1 or beyond the last page becomes that page. */
function PageInput({ page, pageCount, onPage }: Pick<Props, 'page' | 'pageCount' | 'onPage'>) {
  const { text, type, flush, set } = useDebouncedText(String(page + 1), (typed) => {
    const wanted = Number(typed);
    if (typed === '' || !Number.isInteger(wanted)) return;
    const clamped = Math.min(Math.max(wanted, 1), pageCount);
    if (clamped !== wanted) set(String(clamped));
    else if (clamped !== page + 1) onPage(clamped - 1, 'typing');
  });
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      size="xs"
      aria-label="Page number"
      className={classes.input}
      min={1}
      max={pageCount}
      step={1}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
      // A wheel changes the number of a field with the focus: it is to move the page.
      onWheel={(event) => event.currentTarget.blur()}
      onBlur={() => {
        flush();
        if (!/^\d+$/.test(text)) set(String(page + 1));
      }}
    />
  );
}
