import { useEffectEvent, useLayoutEffect, useReducer } from 'react';
import type { z } from 'zod';
import { useServerForm } from './use-server-form.ts';
import { type Refusal, useStaleEdit } from './use-stale-edit.ts';

/** What the edit began with, and the version that a save replaces: the same, or somebody else's newer one. */
export type Edit<Thing> = { base: Thing; over: Thing };

type Options<Thing, Values extends Record<string, unknown>, Schema extends z.ZodType> = {
  opened: boolean;
  /** Another number begins anew with `thing`, also while the modal stays open. */
  visit?: number;
  /** The thing that is edited; null to add a new one. */
  thing: Thing | null;
  schema: (base: Thing | null) => Schema;
  /** What the form shows at first. */
  valuesOf: (from: Thing | null) => Values;
  /** The contract's answer to a stale edit; `save` must not show errors itself. */
  refusal: z.ZodType<Refusal<Thing>>;
  /** Saves, and shows a toast; `edit` is null for a new thing. */
  save: (sent: z.output<Schema>, typed: Values, edit: Edit<Thing> | null) => Promise<void>;
  /** Called when the edit was stale, with what is saved now. */
  onStale: (current: Thing) => Promise<void>;
};

/**
 * The form of a modal that adds a thing or edits one; it is reset each time the modal opens. When somebody else saved
 * the thing first, `stale` has the saved version, until the user loads it or saves over it.
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
  save,
  onStale,
}: Options<Thing, Values, Schema>) {
  const staleEdit = useStaleEdit<Thing>(null, refusal);
  const { base, stale, over } = staleEdit;
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const { form, submit, saving, check, failure, clearFailure } = useServerForm({
    schema: schema(base),
    initialValues: valuesOf(null),
    // `StaleEdit` shows how the form differs from what is saved, so it is drawn again while the user types.
    onValuesChange: () => stale && redraw(),
    onSubmit: async (sent, typed) => {
      try {
        await save(sent, typed, base && over.current && { base, over: over.current });
      } catch (error) {
        const current = staleEdit.refused(error);
        if (current) await onStale(current);
      }
    },
  });

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
    submit,
    saving,
    check,
    failure,
    base,
    stale,
    loadTheirs: () => stale && begin(stale.current),
    saveMine: () => {
      staleEdit.overwrite();
      submit();
    },
  };
}
