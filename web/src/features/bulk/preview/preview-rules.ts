import type { BatchPreview, PreviewOutcome } from '@adwarden/contract/batches/batches';
import { dayAndTimeInside } from '../../../lib/words/moment-words.ts';
import { appsInWords } from '../../../lib/words/words.ts';

type Preview = Pick<BatchPreview, 'kind' | 'at' | 'changed' | 'created' | 'unchanged' | 'refused'>;

/** Returns how many applications the batch would have. */
export const toDo = ({ changed, created }: Pick<Preview, 'changed' | 'created'>): number =>
  changed + created;

/** Tells whether the change can be made at a time: an edit, or one that has a time or waits for approval already. */
export const canSchedule = ({ kind }: Pick<Preview, 'kind'>): boolean =>
  kind === 'edit' || kind === 'request';

/** Returns the outcomes to show as tabs, in their order: `created` only for an import, and the others always. */
export function outcomesOf({ kind }: Pick<Preview, 'kind'>): readonly PreviewOutcome[] {
  const all: PreviewOutcome[] = ['created', 'changed', 'unchanged', 'refused'];
  return kind === 'import' ? all : all.slice(1);
}

/** Returns the first outcome with applications. */
export const firstOutcome = (preview: Preview): PreviewOutcome =>
  outcomesOf(preview).find((outcome) => preview[outcome] > 0) ?? 'changed';

/** Returns the text of the button that starts the batch, and of the line beside it. */
export function runWords(preview: Preview, now = Date.now()): { button: string; footer: string } {
  const { kind, at, changed, created } = preview;
  const count = toDo(preview);
  const apps = appsInWords(count);
  if (count === 0) return { button: 'Run', footer: 'Nothing would change.' };
  if (at !== null) {
    return { button: 'Schedule', footer: `${apps}, ${dayAndTimeInside(Date.parse(at), now)}.` };
  }
  if (kind === 'request') {
    return { button: 'Send for approval', footer: `${apps}. An administrator decides.` };
  }
  if (kind === 'delete') return { button: 'Delete', footer: `Deletes ${apps}.` };
  if (created === 0) return { button: 'Run', footer: `Changes ${apps}.` };
  const rest = changed > 0 ? ` and changes ${changed.toLocaleString('en')}` : '';
  return { button: 'Run', footer: `Adds ${appsInWords(created)}${rest}.` };
}

/** Returns '12 applications: phones get ads of 7 now, and of 2 after the change.' */
export function deliveryInWords(
  { kind }: Pick<BatchPreview, 'kind'>,
  { apps, withAds, withAdsAfter }: NonNullable<BatchPreview['delivery']>,
): string {
  const count = (number: number) => (number === 0 ? 'none' : number.toLocaleString('en'));
  const now = `${appsInWords(apps)}: phones get ads of ${count(withAds)} now`;
  return kind === 'delete' ? `${now}.` : `${now}, and of ${count(withAdsAfter)} after the change.`;
}
