import { type FormEvent, useEffectEvent, useLayoutEffect, useReducer } from 'react';
import type { z } from 'zod';
import type { StaleField } from './stale-edit.tsx';
import { useServerForm } from './use-server-form.ts';
import { type Edit, failed, type Refusal, useStaleEdit } from './use-stale-edit.ts';

type Options<Thing, Values extends Record<string, unknown>, Schema extends z.ZodType> = {
  opened: boolean;
  /** A new number resets the form to `thing`, also while the modal stays open. */
  visit?: number;
  /** The thing that is edited; null to add a new one. */
  thing: Thing | null;
  schema: (base: Thing | null) => Schema;
  /** Returns the first values of the form. */
  valuesOf: (from: Thing | null) => Values;
  /** The contract's answer to a stale edit; `save` must not show errors itself. */
  refusal: z.ZodType<Refusal<Thing>>;
  /** Saves, and shows a toast; `edit` is null for a new thing. */
  save: (sent: z.output<Schema>, typed: Values, edit: Edit<Thing> | null) => Promise<void>;
  /** Returns the fields in which the form differs from what somebody else has saved. */
  differences: (of: { base: Thing; theirs: Thing; mine: Values }) => StaleField[];
  /** Called if the edit was stale, with the saved version. */
  onStale: (current: Thing) => Promise<void>;
};

/**
 * Holds the form of a modal that adds a thing or edits one; it is reset each time the modal opens. If somebody else has saved
 * other fields of the thing first, those stay; if both have changed the same field, `StaleEdit` shows `stale`.
 */
export function useEditForm<
  Thing,
  Values extends Record<string, unknown>,
  Schema extends z.ZodType,
>({
  opened,
  visit,
  thing,
  schema,
  valuesOf,
  refusal,
  differences,
  save,
  onStale,
}: Options<Thing, Values, Schema>) {
  const staleEdit = useStaleEdit<Thing, Values>(null, { schema: refusal, differences, onStale });
  const { base, stale, choices, choose } = staleEdit;
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const { form, submit, saving, check, failure, clearFailure } = useServerForm({
    schema: schema(base),
    initialValues: valuesOf(null),
    // `StaleEdit` shows how the form differs from the saved version, so it renders again while the user types.
    onValuesChange: () => stale && redraw(),
    onSubmit: (sent, typed) =>
      base === null
        ? save(sent, typed, null).catch(failed)
        : staleEdit.save(base, typed, (edit) => save(sent, typed, edit)),
  });

  function submitChosen(event?: FormEvent<HTMLFormElement>): void {
    if (stale) {
      const theirs = valuesOf(stale.current);
      const chosen = staleEdit.chosenTheirs().map((field) => [field, theirs[field]]);
      form.setValues(Object.fromEntries(chosen));
    }
    submit(event);
  }

  function begin(from: Thing | null): void {
    staleEdit.begin(from);
    clearFailure();
    form.setInitialValues(valuesOf(from));
    form.reset();
  }

  // A layout effect runs before the first paint, so the values of the last opening never show.
  const onOpened = useEffectEvent(() => begin(thing));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit begins anew
  useLayoutEffect(() => {
    if (opened) onOpened();
  }, [opened, visit]);

  return {
    form,
    submit: submitChosen,
    saving,
    check,
    failure,
    base,
    stale: stale &&
      base && {
        ...stale,
        choices,
        choose,
        differences: differences({ base, theirs: stale.current, mine: form.getValues() }),
      },
  };
}
