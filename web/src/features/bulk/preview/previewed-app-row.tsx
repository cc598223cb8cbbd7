import type { PreviewedApp } from '@adwarden/contract/batches/batches';
import { fieldName } from '@adwarden/contract/changes/changes';
import { severityWords } from '@adwarden/contract/state-words';
import { severityTones } from '../../../lib/words/finding-words.ts';
import { appValueInWords, appValueTone } from '../../../lib/words/words.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Differences } from '../../../ui/text/differences.tsx';
import classes from './previewed-apps.module.css';

const spoken = { before: 'now', after: 'then' };
/** Fields that are shown at first: ten applications should not fill ten screens. */
const fieldsAtFirst = 3;

/** One application of a preview: what would be different, new findings, or why it is refused. */
export function PreviewedAppRow({ app }: { app: PreviewedApp }) {
  const { appID, appName, outcome, row, diff, reason, findings, errors } = app;
  return (
    <li className={classes.app}>
      <p className={classes.head}>
        <bdi className={classes.name}>{appName || appID || 'No name'}</bdi>
        {appName && appID && <span className={`${classes.id} mono`}>{appID}</span>}
        {row !== null && <span className={classes.id}>Row {row}</span>}
      </p>
      {diff.length > 0 && (
        <Differences
          fields={diff.map(({ field, before, after }) => ({
            field,
            name: fieldName('app', field),
            before: appValueInWords(field, before),
            after: appValueInWords(field, after),
          }))}
          spoken={spoken}
          toneOf={appValueTone}
          sides={outcome === 'created' ? 'after' : 'both'}
          atFirst={fieldsAtFirst}
          bare
        />
      )}
      {reason !== '' && <p className={classes.reason}>{reason}</p>}
      {(errors.length > 0 || findings.length > 0) && (
        <ul className={classes.notes}>
          {errors.map(({ field, message, column }) => (
            <li key={`${field} ${message}`} className={classes.error}>
              {column !== undefined && (
                <>
                  Column <bdi>{column}</bdi>:{' '}
                </>
              )}
              {message}
            </li>
          ))}
          {findings.map(({ rule, field, severity, detail }) => (
            <li key={`${rule} ${field}`} className={classes.finding}>
              <StatusBadge tone={severityTones[severity]}>{severityWords[severity]}</StatusBadge>
              <span>{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
