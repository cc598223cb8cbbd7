import type { Change, ChangeAction } from '@adwarden/contract/changes';
import { UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { fileUrl } from '../../lib/file-url.ts';
import { type ShownChange, shownDifference } from './change-words.ts';
import { cutAround } from './cut-around.ts';
import classes from './difference.module.css';

type Side = 'before' | 'after' | 'only';
const spoken: Record<Side, string> = { before: 'before: ', after: 'now: ', only: '' };
const spokenPlanned: Record<Side, string> = { before: 'now: ', after: 'then: ', only: '' };

type ValueProps = { field: string; text: string; side: Side; planned: boolean };

function Value({ field, text, side, planned }: ValueProps) {
  const isIcon = field === 'iconHash' && text !== '';
  return (
    <span className={classes.value} data-side={side} data-none={text === '' || undefined}>
      <span className={classes.spoken}>{(planned ? spokenPlanned : spoken)[side]}</span>
      {text === '' && 'empty'}
      {text !== '' && !isIcon && <bdi>{text}</bdi>}
      {isIcon && (
        <img
          className={classes.icon}
          src={fileUrl(`icons/${text}.webp`)}
          alt={`Icon ${text.slice(0, 8)}`}
        />
      )}
    </span>
  );
}

type FieldProps = { change: ShownChange; side: 'both' | 'before' | 'after'; planned: boolean };

/** One field: before → after. A new or a deleted thing has one side only. */
function Field({ change, side, planned }: FieldProps) {
  const { field, name, before, after } = change;
  return (
    <li className={classes.field}>
      <span className={classes.name}>{name}</span>
      {side === 'both' ? (
        <span className={classes.sides}>
          <Value field={field} text={before} side="before" planned={planned} />
          <span className={classes.after}>
            <IconArrowRight className={classes.arrow} size={14} aria-hidden="true" />
            <Value field={field} text={after} side="after" planned={planned} />
          </span>
        </span>
      ) : (
        <Value
          field={field}
          text={side === 'after' ? after : before}
          side="only"
          planned={planned}
        />
      )}
    </li>
  );
}

/** Which sides to show: a created thing or a mute has no value before, a deleted thing no value after. */
function sidesOf(
  { action }: Pick<Change, 'action'>,
  fields: ShownChange[],
): 'both' | 'before' | 'after' {
  if (action === 'delete') return 'before';
  const isBack = action === 'restore' && fields.every(({ before }) => before === '');
  const isNew = action === 'create' || action === 'mute' || action === 'unmute';
  return isNew || isBack ? 'after' : 'both';
}

/** Why an entry shows no field. */
const reasons: Partial<Record<ChangeAction, string>> = {
  'change-password': 'The log holds no passwords.',
  read: 'They were shown to this administrator. Nothing was changed.',
};
const nothingChanged = 'Saved without a change that you can see here.';

type DifferenceProps = {
  change: Pick<Change, 'entity' | 'action' | 'diff'>;
  /** The change is planned: it leads from now to then, instead of from before to now. */
  planned?: boolean;
  /** Fields that are shown elsewhere on the screen. */
  without?: ReadonlySet<string>;
  /** How many fields to show at first, before a button that shows all: a creation has every field. */
  atFirst?: number;
};

/** The difference that an entry of the log made, field by field. */
export function Difference({
  change,
  planned = false,
  without,
  atFirst = Number.POSITIVE_INFINITY,
}: DifferenceProps) {
  const [all, setAll] = useState(false);
  const fields = shownDifference(change).filter(({ field }) => !without?.has(field));
  if (fields.length === 0) {
    return <p className={classes.nothing}>{reasons[change.action] ?? nothingChanged}</p>;
  }
  const side = sidesOf(change, fields);
  return (
    <div className={classes.difference}>
      <ul className={classes.list}>
        {fields.slice(0, all ? undefined : atFirst).map((field) => (
          <Field key={field.field} change={field} side={side} planned={planned} />
        ))}
      </ul>
      {!all && fields.length > atFirst && (
        <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
          Show all {fields.length} fields
        </UnstyledButton>
      )}
    </div>
  );
}

/** The difference on one line: the first field with both values, shortened, or the number of fields. */
export function DifferenceLine({ change }: Pick<DifferenceProps, 'change'>) {
  const fields = shownDifference(change);
  const [first] = fields;
  if (!first) return <span className={classes.quiet}>–</span>;
  if (sidesOf(change, fields) !== 'both') {
    return <span className={classes.quiet}>{countOf(fields.length)}</span>;
  }
  const { before, after } = cutAround(first.before, first.after);
  return (
    <span className={classes.line}>
      <span className={classes.lineName}>{first.name}:</span> <bdi>{before || 'empty'}</bdi> →{' '}
      <bdi>{after || 'empty'}</bdi>
      {fields.length > 1 && <span className={classes.quiet}> and {fields.length - 1} more</span>}
    </span>
  );
}

const countOf = (fields: number) => `${fields} ${fields === 1 ? 'field' : 'fields'}`;
