import type { AdUnitKind, AdUnitName } from '@adwarden/contract/ad-units';
import type { AppFormApi } from '../form/fields/app-form-field.ts';
import { AdUnitField } from './ad-unit-field.tsx';
import classes from './ad-unit-group.module.css';

type Slot = { name: AdUnitName; label: string };

/** Shows how many of the slots hold an id: '2 of 4'. */
export function AdUnitCount({ form, slots }: { form: AppFormApi; slots: readonly Slot[] }) {
  // biome-ignore lint/correctness/useHookAtTopLevel: once for each slot of a list that never changes
  const values = slots.map(({ name }) => form.useWatchValue(name));
  const filled = values.filter((value) => value.trim() !== '').length;
  return <span className="tabular">{`${filled} of ${slots.length}`}</span>;
}

type Props = { form: AppFormApi; kind: AdUnitKind; title: string; slots: readonly Slot[] };

/** The ad units of one kind with the count filled in. */
export function AdUnitGroup({ form, kind, title, slots }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        {title}
        <span className={classes.count}>
          <AdUnitCount form={form} slots={slots} />
        </span>
      </legend>
      <div className={classes.fields}>
        {slots.map(({ name, label }) => (
          <AdUnitField key={name} form={form} name={name} kind={kind} label={label} />
        ))}
      </div>
    </fieldset>
  );
}
