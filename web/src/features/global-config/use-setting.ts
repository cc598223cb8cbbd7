import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { toastSuccess } from '../../lib/toasts.ts';
import { useUnsaved } from '../../ui/form/unsaved.ts';
import { useServerForm } from '../../ui/form/use-server-form.ts';

type Options = {
  field: string;
  schema: z.ZodType<Record<string, string>>;
  /** The value as it was last seen on the server. */
  stored: string;
  /** Asks the server for the value now. */
  latest: () => Promise<string>;
  /** Saves a value; answers the server's message. */
  onSave: (value: string) => Promise<{ message: string }>;
  /** How a value stands in the field. */
  show: (value: string) => string;
};

/**
 * The form of one global setting. Untouched it follows what others save; with something typed it says
 * that somebody saved another value, and saves over that only once it was said.
 */
export function useSetting({ field, schema, stored, latest, onSave, show }: Options) {
  /** What a save may go over: the value that the person has seen. */
  const seen = useRef(stored);
  const [theirs, setTheirs] = useState<string | null>(null);
  const { form, submit, saving } = useServerForm({
    schema,
    initialValues: { [field]: show(stored) },
    onSubmit: async (sent) => save(sent[field] ?? ''),
  });
  useUnsaved(true, form.isDirty);

  function begin(value: string): void {
    seen.current = value;
    setTheirs(null);
    form.setInitialValues({ [field]: show(value) });
    form.reset();
  }

  function meet(value: string): void {
    if (value === seen.current) return;
    if (!form.isDirty()) return begin(value);
    seen.current = value;
    setTheirs(value);
  }

  /** Saves, unless somebody saved another value that was not seen here yet. */
  async function save(value: string): Promise<void> {
    const before = seen.current;
    const now = await latest();
    if (now !== before) return meet(now);
    // Before the answer is in the cache, so that it is not met as somebody else's.
    seen.current = value;
    try {
      const { message } = await onSave(value);
      begin(value);
      toastSuccess(message);
    } catch (error) {
      seen.current = before;
      throw error;
    }
  }

  const onStored = useEffectEvent(meet);
  useEffect(() => onStored(stored), [stored]);

  return { form, submit, saving, theirs, save, loadTheirs: () => theirs !== null && begin(theirs) };
}
