import { requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { hiddenPassword } from '@adwarden/contract/users';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { toastError } from '../../lib/toasts.ts';
import { ConfirmDeleteModal } from '../../ui/dialog/confirm-delete-modal.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { TextArea } from '../../ui/form/text-field.tsx';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import classes from './global-config.module.css';
import { useSetting } from './use-setting.ts';

type Props = {
  label: string;
  /** The error when the field is empty (spec, section 5). */
  missing: string;
  /** The name of the field in the payload and in the server's errors. */
  field: string;
  stored: string;
  /** Fetches the current key from the server. */
  latest: () => Promise<string>;
  /** Saves a key, or removes it for ''; answers the server's message. */
  onSave: (key: string) => Promise<{ message: string }>;
  /** Lines of the field; a single one has its buttons beside it. */
  rows: number;
};

/**
 * A key with Save and Remove (ADR 31 "Forms"). For a key that it cannot decrypt, the server answers "Hidden"; then
 * the field is empty, so that this word is never saved as the key.
 */
export function KeyForm({ label, missing, field, stored, latest, onSave, rows }: Props) {
  const isLine = rows === 1;
  const isHidden = stored === hiddenPassword;
  const schema = useMemo(
    () => z.object({ [field]: requiredText(missing, { label, max: limits.text.key }) }),
    [field, missing, label],
  );
  const { form, submit, saving, failure, meanwhile, save } = useSetting({
    field,
    label,
    schema,
    stored,
    latest,
    onSave,
    show: (key) => (key === hiddenPassword ? '' : key),
  });
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState(false);
  /** Somebody else has saved another key since the question was asked. */
  const [replaced, setReplaced] = useState(false);

  async function remove(): Promise<void> {
    setRemoving(true);
    try {
      const theirs = await save('');
      setReplaced(theirs !== null && theirs !== '');
      if (theirs === null) setAsking(false);
      else if (theirs === '') {
        setAsking(false);
        toastError('Somebody has removed this key already');
      }
    } catch {
      // The mutation's own error toast says why; the key is still there.
      setAsking(false);
    } finally {
      setRemoving(false);
    }
  }

  return (
    <>
      <form
        noValidate
        onSubmit={submit}
        aria-busy={saving}
        className={isLine ? undefined : classes.tall}
      >
        <div className={isLine ? classes.line : classes.block}>
          <TextArea
            key={form.key(field)}
            {...form.getInputProps(field)}
            aria-label={label}
            {...(isHidden && {
              placeholder: hiddenPassword,
              description: 'A key is set, but the secret key of this server cannot open it.',
            })}
            rows={rows}
            limit={limits.text.key}
            classNames={{ input: 'mono' }}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="none"
          />
          <div className={classes.buttons}>
            <Button type="submit" variant="light" loading={saving}>
              Save
            </Button>
            {stored !== '' && (
              <Tooltip label="Remove">
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label="Remove"
                  disabled={saving || removing}
                  onClick={() => {
                    setReplaced(false);
                    setAsking(true);
                  }}
                >
                  <IconTrash size={17} />
                </ActionIcon>
              </Tooltip>
            )}
          </div>
        </div>
        <FormFailure failure={failure} className={classes.failure} />
        <ChangedMeanwhile {...meanwhile} />
      </form>
      {/* Outside of the form: React events bubble through portals, and the question has a submit of its own. */}
      <ConfirmDeleteModal
        opened={asking}
        pending={removing}
        notice={
          replaced
            ? 'Somebody has saved another key meanwhile. Nothing is deleted yet: this deletes theirs.'
            : undefined
        }
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      />
    </>
  );
}
