import type { Change, ChangeAction } from '@adwarden/contract/changes/changes';
import { counted } from '@adwarden/contract/counted';
import { fileUrl } from '../../lib/file-url.ts';
import { appValueTone } from '../../lib/words/words.ts';
import { Differences, type FieldDifference } from '../../ui/text/differences.tsx';
import { shownDifference } from './change-words.ts';
import { cutAround } from './cut-around.ts';
import classes from './difference.module.css';

const spoken = {
  past: { before: 'before', after: 'now' },
  planned: { before: 'now', after: 'then' },
} as const;

/** Shows the hash of an icon as the image. */
const showIcon = (field: string, text: string) =>
  field === 'iconHash' ? (
    <img
      className={classes.icon}
      src={fileUrl(`icons/${text}.webp`)}
      alt={`Icon ${text.slice(0, 8)}`}
    />
  ) : undefined;

/** Returns the sides to show: a created thing or a mute has no value before, a deleted thing no value after. */
function sidesOf(
  { action }: Pick<Change, 'action'>,
  fields: FieldDifference[],
): 'both' | 'before' | 'after' {
  if (action === 'delete') return 'before';
  const isBack = action === 'restore' && fields.every(({ before }) => before === '');
  const isNew = ['create', 'mute', 'unmute', 'key.make', 'session.country'].includes(action);
  return isNew || isBack ? 'after' : 'both';
}

/** The reasons why an entry shows no field. */
const reasons: Partial<Record<ChangeAction, string>> = {
  'change-password': 'The log holds no passwords.',
  'invite.make': 'The log holds no links.',
  'invite.accept': 'The log holds no passwords.',
  'key.end': 'The key does not work any more.',
  'session.end': 'Its tabs have to sign in again.',
  read: 'They were shown to this administrator. Nothing was changed.',
};
const nothingChanged = 'Saved without a change that you can see here.';

type DifferenceProps = {
  change: Pick<Change, 'entity' | 'action' | 'diff'>;
  /** Whether the change is planned: then it leads from now to later, instead of from before to now. */
  planned?: boolean;
  /** Fields that are shown elsewhere on the screen. */
  without?: ReadonlySet<string>;
  /** The number of fields to show at first, before a button that shows all: a creation has every field. */
  atFirst?: number;
};

/** The difference that an entry of the log made, field by field. */
export function Difference({ change, planned = false, without, atFirst }: DifferenceProps) {
  const fields = shownDifference(change).filter(({ field }) => !without?.has(field));
  if (fields.length === 0) {
    return <p className={classes.nothing}>{reasons[change.action] ?? nothingChanged}</p>;
  }
  return (
    <Differences
      fields={fields}
      spoken={planned ? spoken.planned : spoken.past}
      sides={sidesOf(change, fields)}
      {...(atFirst !== undefined && { atFirst })}
      show={showIcon}
      toneOf={appValueTone}
    />
  );
}

type LineProps = Pick<DifferenceProps, 'change'> & {
  /** Whether the wanted value comes first: 'Note: new, now old'. */
  newFirst?: boolean;
};

/** The difference on one line: the first field with both values, shortened, or the number of fields. */
export function DifferenceLine({ change, newFirst = false }: LineProps) {
  const fields = shownDifference(change);
  const [first] = fields;
  if (!first) return <span className={classes.quiet}>–</span>;
  if (sidesOf(change, fields) !== 'both') {
    return <span className={classes.quiet}>{counted(fields.length, 'field')}</span>;
  }
  const { before, after } = cutAround(first.before, first.after);
  return (
    <span className={classes.line}>
      <span className={classes.lineName}>{first.name}:</span>{' '}
      {newFirst ? (
        <>
          <bdi>{after || 'empty'}</bdi>
          <span className={classes.quiet}>
            , now <bdi>{before || 'empty'}</bdi>
          </span>
        </>
      ) : (
        <>
          <bdi>{before || 'empty'}</bdi> → <bdi>{after || 'empty'}</bdi>
        </>
      )}
      {fields.length > 1 && <span className={classes.quiet}> and {fields.length - 1} more</span>}
    </span>
  );
}
