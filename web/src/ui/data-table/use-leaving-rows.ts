import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { motion } from '../../lib/delays.ts';

type Answer<Row> = { rows: readonly Row[]; question: unknown };
type Shown<Row> = { rows: readonly Row[]; leaving: ReadonlySet<string> };

const none: ReadonlySet<string> = new Set();

/** The rows of `after`, plus the removed rows of `before` at their old places; their ids are in `leaving`. */
export function withLeaving<Row>(
  before: readonly Row[],
  after: readonly Row[],
  rowId: (row: Row) => string,
): Shown<Row> {
  const stays = new Set(after.map(rowId));
  const leaving = new Set(before.map(rowId).filter((id) => !stays.has(id)));
  if (leaving.size === 0) return { rows: after, leaving: none };
  const rows = [...after];
  for (const [place, row] of before.entries()) {
    if (leaving.has(rowId(row))) rows.splice(Math.min(place, rows.length), 0, row);
  }
  return { rows, leaving };
}

/**
 * The rows to show. When a list is fetched again and a row is missing (it was deleted, or no longer matches the
 * filter), the row fades out at its old place before it is removed. `settled` must be false while the rows are
 * still those of another filter, sort order or page.
 */
export function useLeavingRows<Row>(
  { rows, question }: Answer<Row>,
  settled: boolean,
  rowId: (row: Row) => string,
): Shown<Row> {
  const still = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [last, setLast] = useState<Answer<Row>>({ rows: [], question: null });
  const [shown, setShown] = useState<Shown<Row> | null>(null);
  if (settled && last.rows !== rows) {
    const next = withLeaving(last.rows, rows, rowId);
    setLast({ rows, question });
    setShown(!still && last.question === question && next.leaving.size > 0 ? next : null);
  }
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), motion.slow);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown && last.question === question ? shown : { rows, leaving: none };
}
