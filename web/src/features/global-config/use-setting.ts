import { hiddenPassword } from '@adwarden/contract/users';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { toastSaved } from '../../ui/feedback/action-toast.tsx';
import { useServerForm } from '../../ui/form/use-server-form.ts';
import { useUnsaved } from '../../ui/unsaved.ts';

type Options = {
  field: string;
  /** The name of the setting in the toast of an undo. */
  label: string;
  schema: z.ZodType<Record<string, string>>;
  /** The value that was last received from the server. */
  stored: string;
  /** Fetches the current value from the server. */
  latest: () => Promise<string>;
  /** Saves a value; resolves to the server's answer. */
  onSave: (value: string) => Promise<{ message: string }>;
  /** Returns the text of a value in the field. */
  show: (value: string) => string;
};

/**
 * Holds the form of one global setting. While it is unchanged, it follows what others save. After the user has typed, it
 * warns when somebody else saved another value, and overwrites that value only after the warning.
 */
export function useSetting({ field, label, schema, stored, latest, onSave, show }: Options) {
  /** The value that the user has seen; only this one may be overwritten. */
  const seen = useRef(stored);
  const [theirs, setTheirs] = useState<string | null>(null);
  /** The typed value, while the field shows the other person's value. */
  const [mine, setMine] = useState<string | null>(null);
  const { form, submit, saving, failure } = useServerForm({
    schema,
    initialValues: { [field]: show(stored) },
    onSubmit: async (sent) => save(sent[field] ?? ''),
  });
  useUnsaved(true, form.isDirty);

  function begin(value: string): void {
    seen.current = value;
    setTheirs(null);
    setMine(null);
    form.setInitialValues({ [field]: show(value) });
    form.reset();
  }

  /** Takes over a value that was fetched from the server, or warns about it. */
  function receive(value: string): void {
    if (value === seen.current) return;
    if (!form.isDirty()) return begin(value);
    seen.current = value;
    setTheirs(value);
  }

  /**
   * Saves, unless somebody else saved a value that the user has not seen yet: then it resolves to that value. It resolves to
   * null after a save.
   */
  async function save(value: string): Promise<string | null> {
    const before = seen.current;
    const now = await latest();
    if (now !== before) {
      receive(now);
      return now;
    }
    // Must come before the cache is updated; otherwise our own value would look like somebody else's.
    seen.current = value;
    try {
      const { message } = await onSave(value);
      begin(value);
      const mayUndo = before !== value && before !== hiddenPassword;
      toastSaved(message, mayUndo ? () => void takeBack(value, before) : null);
      return null;
    } catch (error) {
      seen.current = before;
      throw error;
    }
  }

  /** Saves the value from before again, unless somebody has changed it since. What is being typed stays. */
  async function takeBack(saved: string, before: string): Promise<void> {
    const known = seen.current;
    try {
      if ((await latest()) !== saved) {
        return toastError('Not undone. Somebody has changed this setting since');
      }
      // Otherwise a form with changes would take the old value for somebody else's.
      if (form.isDirty()) seen.current = before;
      await onSave(before);
      toastSuccess(`Undone: ${label}`);
    } catch {
      // The calls show their errors themselves, as toasts.
      seen.current = known;
    }
  }

  const onStored = useEffectEvent(receive);
  useEffect(() => onStored(stored), [stored]);

  function swap(): void {
    setMine(mine === null ? (form.getValues()[field] ?? '') : null);
    form.setFieldValue(field, mine ?? show(theirs ?? ''));
  }

  return {
    form,
    submit,
    saving,
    failure,
    save,
    /** The props of `ChangedMeanwhile`. */
    meanwhile: { theirs, isTaken: mine !== null, onSwap: swap },
  };
}
