import type { RefusalCause } from '@adwarden/contract/batches/batches';
import { appsInWords } from '../../../lib/words/words.ts';
import { FramedList } from '../../../ui/framed-list.tsx';
import classes from './preview-summary.module.css';

/** Why applications are refused, each cause once with its number; nothing when each has a cause of its own. */
export function RefusalCauses({ causes }: { causes: readonly RefusalCause[] }) {
  if (causes.every(({ apps }) => apps === 1)) return null;
  return (
    <section aria-label="Why they are refused">
      <h3 className={classes.title}>Why they are refused</h3>
      <FramedList>
        {causes.map(({ field, column, message, apps }) => (
          <li key={`${column ?? field} ${message}`} className={classes.finding}>
            <span>
              {column !== undefined && (
                <>
                  <bdi>{column}</bdi>:{' '}
                </>
              )}
              {message}
            </span>
            <span className={classes.count}>{appsInWords(apps)}</span>
          </li>
        ))}
      </FramedList>
    </section>
  );
}
