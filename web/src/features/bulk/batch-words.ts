import type { Batch, BatchKind } from '@adwarden/contract/batches/batches';
import { counted } from '@adwarden/contract/counted';
import { batchStateWords } from '@adwarden/contract/state-words';
import { appsInWords } from '../../lib/words/words.ts';
import type { Tone } from '../../ui/status-badge.tsx';

/** The verb for what a batch did to the apps that it changed. */
const verbs: Record<BatchKind, string> = {
  edit: 'changed',
  request: 'changed',
  tokens: 'got a new token',
  delete: 'deleted',
  import: 'imported',
  undo: 'taken back',
};

/** Returns the state of a batch as a badge. */
export function stateOf({ state, failed, undoneBy }: Batch): { name: string; tone: Tone } {
  if (state === 'running') return { name: batchStateWords.running, tone: 'accent' };
  if (undoneBy !== null) return { name: 'Undone', tone: 'neutral' };
  if (state === 'cancelled') return { name: batchStateWords.cancelled, tone: 'warning' };
  return failed > 0
    ? { name: `${batchStateWords.done} with errors`, tone: 'danger' }
    : { name: batchStateWords.done, tone: 'success' };
}

const count = (number: number) => number.toLocaleString('en');

/** Says what came out: '28 applications changed, 2 skipped', '8 applications imported, 2 rows refused'. */
export function resultOf({
  kind,
  changed,
  requested,
  skipped,
  failed,
  refused,
  total,
  done,
}: Batch): string {
  const requests = counted(requested, 'change request');
  const first =
    requested > 0 && changed === 0
      ? `${requests} made`
      : `${appsInWords(changed)} ${verbs[kind]}${requested > 0 ? `, ${requests} made` : ''}`;
  const rest = [
    skipped > 0 && `${count(skipped)} skipped`,
    failed > 0 && `${count(failed)} failed`,
    total > done && `${count(total - done)} not reached`,
    refused > 0 && `${kind === 'import' ? counted(refused, 'row') : count(refused)} refused`,
  ];
  return [first, ...rest.filter((part) => part !== false)].join(', ');
}

/** Says how far a batch is: '20 of 30 applications'. */
export const progressOf = ({ done, total }: Pick<Batch, 'done' | 'total'>): string =>
  `${count(done)} of ${appsInWords(total)}`;

/** Returns the remaining time, only as exactly as it is known; '' while it is not known. */
export function remainingWords(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  return `about ${Math.ceil(seconds / 60)} min left`;
}

/** Tells whether an ended batch did all that its preview has shown. */
export const isComplete = ({ state, total, changed, requested }: Batch): boolean =>
  state === 'done' && changed + requested === total;
