import { appValueTone } from '../../../lib/words.ts';
import type { StaleField } from '../../../ui/form/stale-edit.tsx';
import { Differences } from '../../../ui/text/differences.tsx';

const spoken = { before: 'now', after: 'then' };
/** Fields that are shown at first. */
const most = 6;

/** What the edit changes: each field with its value now and the wanted one. */
export function ScheduleDifference({ differences }: { differences: readonly StaleField[] }) {
  return (
    <Differences
      label="What changes"
      fields={differences.map(({ field, label, theirs, mine }) => ({
        field,
        name: label,
        before: theirs,
        after: mine ?? '',
      }))}
      spoken={spoken}
      toneOf={appValueTone}
      atFirst={most}
    />
  );
}
