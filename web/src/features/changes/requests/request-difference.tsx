import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { fieldName } from '@adwarden/contract/changes/changes';
import { FramedList } from '../../../ui/framed-list.tsx';
import { valueText } from '../change-words.ts';
import { Difference } from '../difference.tsx';
import classes from './request-difference.module.css';
import { isOpen } from './request-rules.ts';
import { asChange } from './request-words.ts';

type Props = {
  request: Pick<ChangeRequest, 'state' | 'diff'>;
  /** The number of fields to show at first, before a button that shows all. */
  atFirst?: number;
};

/** Shows what a request changes, field by field. In a conflict, it also shows what each field is now. */
export function RequestDifference({ request, atFirst }: Props) {
  if (request.state === 'conflict') return <Conflict diff={request.diff} />;
  return (
    <Difference
      change={asChange(request)}
      planned={isOpen(request)}
      {...(atFirst !== undefined && { atFirst })}
    />
  );
}

function Conflict({ diff }: Pick<ChangeRequest, 'diff'>) {
  return (
    <FramedList>
      {diff.map(({ field, before, after, now }) => (
        <li key={field} className={classes.field}>
          <p className={classes.name}>{fieldName('app', field)}</p>
          <dl className={classes.values}>
            <Value label="At the request" text={valueText(field, before)} />
            <Value
              label="Now"
              text={now === null ? '–' : valueText(field, now)}
              changed={now !== null && now !== before && now !== after}
            />
            <Value label="Requested" text={valueText(field, after)} />
          </dl>
        </li>
      ))}
    </FramedList>
  );
}

type ValueProps = { label: string; text: string; changed?: boolean };

function Value({ label, text, changed = false }: ValueProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-changed={changed || undefined}>
        {text === '' ? <span className={classes.empty}>empty</span> : <bdi>{text}</bdi>}
      </dd>
    </div>
  );
}
